import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, vi } from 'vitest';
import type { NewMutation } from '#src/sync/store/outbox-row.ts';
import { OfflineBrowser, type Tab } from './offline-browser.ts';
import { WriteServer } from './write-server.ts';

interface OutboxStand {
  server: WriteServer;
  browser: OfflineBrowser;
}

/** Creates a server for writes and a signed-in browser for each test of the calling file. */
export function eachWithOutbox(): OutboxStand {
  const stand = {} as OutboxStand;
  beforeEach(async () => {
    stand.server = await WriteServer.start();
    stand.browser = new OfflineBrowser(stand.server.url);
    stand.browser.signIn('u1');
  });
  afterEach(async () => {
    stand.browser.close();
    await stand.server.stop();
  });
  return stand;
}

export const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 5 });
export const open = { isOpen: () => true };

export function makeProtocol(id: string = randomUUID(), body: Record<string, unknown> = {}): NewMutation {
  return {
    kind: 'protocol.create',
    scope: `protocol:${id}`,
    subject: id,
    creates: id,
    variables: { id },
    title: 'Новый протокол',
    request: { method: 'POST', path: '/protocols', body: { id, title: 'Совет', ...body }, extras: ['id'] },
  };
}

export function makeTask(protocolId: string, id: string = randomUUID(), title = 'Сделать'): NewMutation {
  return {
    kind: 'task.create',
    scope: `protocol:${protocolId}`,
    subject: id,
    creates: id,
    variables: { protocolId, id },
    title: 'Новое поручение',
    request: { method: 'POST', path: `/protocols/${protocolId}/tasks`, body: { id, title }, extras: ['id'] },
  };
}

export function changeProtocol(id: string, change: Record<string, unknown>): NewMutation {
  return {
    kind: 'protocol.update',
    scope: `protocol:${id}`,
    subject: id,
    variables: { id, change },
    title: 'Протокол',
    request: { method: 'PUT', path: `/protocols/${id}`, body: change },
  };
}

export const states = (tab: Tab) => tab.outbox.list().map(({ state }) => state);
