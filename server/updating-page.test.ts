import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '#tests/support/processes.ts';
import { createUpdatingPage, type UpdatingPage } from './updating-page.ts';

let updating: UpdatingPage;
let url: string;
beforeEach(async () => {
  const port = await freePort();
  updating = createUpdatingPage({ host: '127.0.0.1', port });
  await updating.open();
  url = `http://127.0.0.1:${port}`;
});
afterEach(() => updating.close());

test('a page opens by itself once the server is there', async () => {
  const reply = await fetch(`${url}/s/token`, { headers: { accept: 'text/html' } });
  expect([reply.status, reply.headers.get('refresh')]).toEqual([503, '5']);
  expect(await reply.text()).toContain('Страница откроется сама');
});

test('a form that was sent is told that it was not saved, and can be gone back to', async () => {
  const reply = await fetch(`${url}/s/token`, { method: 'POST', headers: { accept: 'text/html' }, body: 'answer=yes' });
  expect([reply.status, reply.headers.get('refresh')]).toEqual([503, null]);
  const text = await reply.text();
  expect(text).toContain('Ответ не записан');
  expect(text).not.toMatch(/не потеряны|откроется сама/);
});
