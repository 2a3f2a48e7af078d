import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const text = 'Упс ... Такой страницы нет';
const answers = { 'GET /me': () => Response.json({ data: { id: 7, role: 'admin' } }) };

async function goBack(person: ReturnType<typeof openApp>['person']) {
  expect(await screen.findByRole('heading', { level: 1, name: text })).toBeVisible();
  await waitFor(() => expect(document.title).toBe(`${text} — Протокол`));
  await person.click(screen.getByRole('button', { name: 'Назад' }));
}

test('on an unknown path «Назад» leads back to where the person was', async () => {
  signInAs('admin');
  fakeServer(answers);
  const { person, router, address } = openApp('/main/settings?from=list');
  await screen.findByRole('heading', { level: 1, name: 'Настройки' });
  await act(() => router.navigate('/main/nowhere'));
  await goBack(person);
  await waitFor(() => expect(address()).toBe('/main/settings?from=list'));
});

test.each(['/main/nowhere', '/main/settings/nowhere', '/main/home/nowhere'])(
  'opened directly at %s, «Назад» leads to the first screen of the role',
  async (path) => {
    signInAs('admin');
    fakeServer(answers);
    const { person, address } = openApp(path);
    await goBack(person);
    await waitFor(() => expect(address()).toBe('/main/settings'));
  },
);

test.each(['/nowhere', '/login/nowhere', '/change-password/token/nowhere'])(
  'without a session %s is not found, and «Назад» leads to the sign-in',
  async (path) => {
    const { person, address } = openApp(path);
    await goBack(person);
    await waitFor(() => expect(address()).toBe('/login'));
  },
);
