import { screen, within } from '@testing-library/react';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { fakeServer, noConnection, ourHealth, pageOf } from './fake-server.ts';
import { openApp, signInAs } from './open-app.tsx';

type Answers = Parameters<typeof fakeServer>[0];
type Person = ReturnType<typeof openApp>['person'];

export const at = (day: number, hour: number, minute = 0) => new Date(2025, 2, day, hour, minute).toISOString();
export const budget = {
  id: 'm1',
  title: 'Совещание по бюджету',
  place: 'Переговорная 4',
  start_at: at(20, 11),
  end_at: at(20, 12),
  participant_ids: ['u2'],
  files: [{ id: 'f1', name: 'Смета.csv', size: 2048, url: '/api/meetings/m1/files/f1?signature=s' }],
};

export function open(answers: Answers = {}, address = '?view=list&date=2025-03-21') {
  signInAs('secretary');
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency'] }),
    'GET /meetings': () => Response.json({ data: [budget] }),
    'GET /users/u2': () => Response.json({ data: { id: 'u2', name: 'Орлова Елена Викторовна' } }),
    'GET /users': () => pageOf([]),
    ...answers,
  });
  return { server, ...openApp(`/main/meetings${address}`) };
}

export const newForm = () => wholeForm('Новая встреча');
export const editForm = () => wholeForm('Изменить встречу');

/** Resolves with the dialog once its last field is there: it renders piece by piece. */
async function wholeForm(name: string) {
  const dialog = await screen.findByRole('dialog', { name });
  await within(dialog).findByRole('button', { name: 'Добавить файлы' });
  return dialog;
}

export const file = (name: string, size = 4) => new File(['x'.repeat(size)], name, { type: 'text/plain' });

/** Types a date and a time into a field. */
export async function typeDay(person: Person, group: HTMLElement, digits: string) {
  await person.click(within(group).getByRole('spinbutton', { name: /день/ }));
  await person.keyboard(digits);
}

export async function fillTitle(person: Person, title: string) {
  await person.type(await screen.findByRole('textbox', { name: 'Название' }), title);
}

export function sent(server: ReturnType<typeof fakeServer>, method: string) {
  return server.received.filter((call) => call.method === method && call.path.startsWith('/meetings'));
}

/** Cuts the connection, which the outbox is told at once; it is back when the server answers. */
export async function loseLine(server: ReturnType<typeof fakeServer>): Promise<void> {
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
}

export function findLine(server: ReturnType<typeof fakeServer>): void {
  server.answers['GET /health'] = ourHealth;
  connectivity.reportSuccess();
}
