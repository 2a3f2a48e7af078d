import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Capability } from '#contract/health.ts';
import { createKeyword } from '#src/data/keyword/mutations.ts';
import { mutate } from '#src/sync/mutations/mutate.ts';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { provider, useProvider } from '#src/sync/page/provider.ts';
import { session } from '#src/sync/page/session.ts';
import { uploads } from '#src/sync/page/uploads.ts';
import { can } from '#src/sync/provider/server.ts';
import { fakeServer, noConnection } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp } from './support/open-app.tsx';

const tells = (...capabilities: string[]) => Response.json({ status: 'ok', capabilities });
const serverCan = async (capability: Capability) => can(await provider.capabilities(), capability);
const asked = ({ received }: ReturnType<typeof fakeServer>) => received.filter(({ path }) => path === '/health').length;

/** Starts a new session, in which the server has not been asked yet. */
beforeEach(async () => {
  const token = crypto.randomUUID();
  await session.save({ token });
  await session.save({ token, role: 'secretary', userId: '7' });
});
afterEach(forgetWrites);

test('the capabilities are requested once per session, and again in the next one', async () => {
  const server = fakeServer({ 'GET /health': () => tells('tasks') });
  expect(await Promise.all([serverCan('tasks'), serverCan('documents'), provider.get()])).toMatchObject([
    true,
    false,
    {},
  ]);
  expect(await serverCan('tasks')).toBe(true);
  expect(asked(server)).toBe(1);
  server.answers['GET /health'] = () => tells('documents');
  await session.leave();
  await session.save({ token: 'another', role: 'secretary', userId: '8' });
  expect(await serverCan('documents')).toBe(true);
  expect(asked(server)).toBe(2);
});

test('an unreachable server is asked again the next time, and its known capabilities are kept', async () => {
  const server = fakeServer({ 'GET /health': () => tells('tasks') });
  await provider.get();
  await session.save({ token: 'good' });
  server.answers['GET /health'] = noConnection;
  await expect(serverCan('tasks')).rejects.toThrow('out of reach');
  expect(can(await provider.rememberedCapabilities(), 'tasks')).toBe(true);
  server.answers['GET /health'] = () => tells('documents');
  expect(await serverCan('documents')).toBe(true);
});

test('each mutation asks for the capabilities first: a server that has changed gets what it supports', async () => {
  const server = fakeServer({
    'GET /health': () => tells('client-ids', 'idempotency'),
    'POST /keywords': ({ body }) => Response.json({ data: { id: 'k1', ...(body as object) } }),
    'GET /keywords': () => Response.json({ data: [] }),
  });
  await outbox.start();
  const send = async (name: string) => {
    await mutate(createKeyword, { id: crypto.randomUUID(), name });
    return vi.waitFor(
      () => {
        const post = server.received.findLast(({ method, body }) => method === 'POST' && Object(body).name === name);
        expect(post).toBeDefined();
        return post;
      },
      { timeout: 15_000 },
    );
  };
  expect(await send('смета')).toMatchObject({ idempotencyKey: expect.any(String), body: { id: expect.any(String) } });
  server.answers['GET /health'] = () => tells('tasks');
  expect(await send('бюджет')).toMatchObject({ idempotencyKey: null, body: { name: 'бюджет' } });
  expect(await serverCan('client-ids')).toBe(false);
  const order = server.received.map(({ method, path }) => `${method} ${path}`);
  expect(order.lastIndexOf('GET /health')).toBeLessThan(order.lastIndexOf('POST /keywords'));
});

/** Takes the forms of chunks instead of sending them; none is answered. */
function takeChunks(): FormData[] {
  const sent: FormData[] = [];
  class Unanswered extends EventTarget {
    readonly upload = new EventTarget();
    open() {}
    setRequestHeader() {}
    abort() {}
    send(form: FormData) {
      sent.push(form);
    }
  }
  // Without a worker the page digests itself.
  class NoWorker extends EventTarget {
    terminate() {}
    postMessage() {
      this.dispatchEvent(new Event('error'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Unanswered);
  vi.stubGlobal('Worker', NoWorker);
  return sent;
}

test('each upload asks for the capabilities first, too: a server that has changed gets chunks as it knows them', async () => {
  const server = fakeServer({ 'GET /health': () => tells('upload-resume') });
  const sent = takeChunks();
  const video = new File([new Uint8Array([0, 0, 0, 24]), 'ftypisom', new Uint8Array(64)], 'запись.mp4');
  const send = async (protocolId: string) => {
    const before = sent.length;
    const id = await uploads.add(protocolId, video);
    await vi.waitFor(() => expect(sent).toHaveLength(before + 1), { timeout: 15_000 });
    await uploads.pause(id);
    return [...(sent.at(-1)?.keys() ?? [])];
  };
  expect(await serverCan('upload-resume')).toBe(true);
  expect(await send('p1')).toContain('upload_id');
  server.answers['GET /health'] = () => tells('tasks');
  expect(await send('p2')).not.toContain('upload_id');
  for (const { id } of uploads.list()) void uploads.cancel(id);
  await vi.waitFor(() => expect(uploads.list().filter(({ state }) => state !== 'cancelled')).toEqual([]), {
    timeout: 15_000,
  });
});

function Shown() {
  const server = useProvider();
  return <p>{server instanceof Set && can(server, 'summaries') ? 'умеет' : 'не умеет'}</p>;
}

test('newly known capabilities reach the screens that are open', async () => {
  const server = fakeServer({ 'GET /health': noConnection });
  localStorage.removeItem('server-capabilities');
  render(<Shown />);
  await waitFor(() => expect(asked(server)).toBe(1));
  expect(screen.getByText('не умеет')).toBeVisible();
  server.answers['GET /health'] = () => tells('summaries');
  await act(() => provider.get());
  expect(await screen.findByText('умеет')).toBeVisible();
});

test('a screen that opens later shows known capabilities in its first drawing', async () => {
  fakeServer({ 'GET /health': () => tells('summaries') });
  await provider.get();
  render(<Shown />);
  expect(screen.getByText('умеет')).toBeVisible();
});

test('once the connection is back, capabilities that were never received are requested', async () => {
  const server = fakeServer({ 'GET /health': noConnection });
  openApp('/main/settings');
  await waitFor(() => expect(asked(server)).toBeGreaterThan(0));
  connectivity.reportFailure();
  await vi.waitFor(() => expect(connectivity.isOnline()).toBe(false), { timeout: 15_000 });
  server.answers['GET /health'] = () => tells('summaries');
  connectivity.reportSuccess();
  await waitFor(() => expect(localStorage.getItem('server-capabilities')).toContain('summaries'));
});
