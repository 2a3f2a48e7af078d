import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerUpdating } from './updating-page.ts';

const server = createServer(answerUpdating);
let url: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test('a page refreshes itself until the server is back', async () => {
  const reply = await fetch(`${url}/s/token`, { headers: { accept: 'text/html' } });
  expect([reply.status, reply.headers.get('refresh')]).toEqual([503, '5']);
  expect(await reply.text()).toContain('Страница откроется сама');
});

test('a form that was sent is answered as not saved, without a refresh', async () => {
  const reply = await fetch(`${url}/s/token`, { method: 'POST', headers: { accept: 'text/html' }, body: 'answer=yes' });
  expect([reply.status, reply.headers.get('refresh')]).toEqual([503, null]);
  const text = await reply.text();
  expect(text).toContain('Ответ не записан');
  expect(text).not.toMatch(/не потеряны|откроется сама/);
});
