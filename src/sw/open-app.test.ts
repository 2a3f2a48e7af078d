import { expect, test } from 'vitest';
import { type AppWindows, openApp } from './open-app.ts';

const origin = 'https://app.example.ru';
const url = '/main/settings?tab=tasks&show=task:t1';

/** Presses a notification while these pages of the origin are open. @returns what was done to which of them */
async function pressed(pages: readonly string[]): Promise<string[]> {
  const done: string[] = [];
  const windows = pages.map((page) => ({
    url: origin + page,
    focus: async () => void done.push(`focus ${page}`),
    postMessage: (message: { url: string }) => void done.push(`${page} opens ${message.url}`),
  }));
  const clients: AppWindows = {
    matchAll: async () => windows,
    openWindow: async (address: string) => void done.push(`a new window at ${address}`),
  };
  await openApp(clients, { close: () => undefined, data: { url } });
  return done;
}

test.each([['/main/home'], ['/main'], ['/'], ['/login?x=1'], ['/change-password/t']])(
  'a notification opens in the app, whichever pages of others lie before it: %s',
  async (page) => {
    expect(await pressed(['/s/abcdef', '/api/protocols/p1/documents/pdf', page])).toEqual([
      `focus ${page}`,
      `${page} opens ${url}`,
    ]);
  },
);

test.each([[[]], [['/s/abcdef']], [['/api/docs']], [['/mainly']]])(
  'with no page of the app among %j it has a window of its own',
  async (pages) => {
    expect(await pressed(pages)).toEqual([`a new window at ${url}`]);
  },
);
