import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { appUpdate } from '#src/app/app-update.ts';
import { fakeServer, ourHealth, pageOf } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const protocol = { id: 'p1', stage: 'no_video', title: 'Совет', version: 1, agenda: [], tasks: [], members: [] };

/** Offers a newer version, which the browser does not activate: the old worker is still running. */
function offerUpdate() {
  const waiting = Object.assign(new EventTarget(), { state: 'installed', postMessage: vi.fn() });
  const registration = Object.assign(new EventTarget(), { active: {}, waiting, installing: null });
  appUpdate.follow(registration as unknown as ServiceWorkerRegistration);
  return waiting;
}

/** Whether the browser asks before the page is left. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('while an update is not yet active, leaving the page still asks about unsaved input', async () => {
  signInAs('secretary');
  fakeServer({
    'GET /health': ourHealth,
    'GET /protocols/p1': () => Response.json({ data: protocol }),
    'GET /protocols': () => pageOf([protocol]),
    'GET /users': () => pageOf([]),
  });
  const { person } = openApp('/main/protocols/p1');
  await person.click(await screen.findByRole('button', { name: 'Новое поручение' }));
  await person.type(await screen.findByLabelText('Что сделать'), 'Купить стол');
  expect(asks()).toBe(true);
  const waiting = offerUpdate();
  await person.click(await screen.findByRole('button', { name: 'Обновить' }));
  const question = await screen.findByRole('alertdialog', { name: 'Обновить без сохранения?' });
  await person.click(within(question).getByRole('button', { name: 'Обновить' }));
  expect(waiting.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
  await person.type(await screen.findByLabelText('Что сделать'), ' и стулья');
  expect(asks()).toBe(true);
});
