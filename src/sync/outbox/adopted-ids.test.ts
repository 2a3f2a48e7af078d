import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Tab } from '#tests/support/offline-browser.ts';
import { changeProtocol, eachWithOutbox, makeProtocol, states, until } from '#tests/support/outbox-stand.ts';
import type { StoredRequest } from '../store/outbox-row.ts';

const stand = eachWithOutbox();

beforeEach(() => {
  // A plain provider, with ids of its own.
  stand.server.capabilities = undefined;
  stand.server.nextId = () => 77;
});

const changePlace = (id: string, place: string) => changeProtocol(id, { place });
const deletionOf = (id: string) => {
  const request: StoredRequest = { method: 'DELETE', path: `/protocols/${id}` };
  return { ...changeProtocol(id, {}), request };
};

interface Steps {
  /** What is queued together with the creation. */
  before?: (first: Tab) => Promise<unknown>;
  /** What another tab queues: it begins under the old id. */
  queue: (other: Tab) => Promise<unknown>;
  /** It comes to the device once this is so, and the new id is known in the first tab. */
  isDue?: (first: Tab) => boolean;
}

/** Creates a protocol offline, and sends it while the transaction of another tab waits behind the adoption of its id. */
async function queueBehindAdoption(id: string, { before, queue, isDue = () => true }: Steps): Promise<void> {
  const [first, store] = [await stand.browser.openTab(), stand.browser.openStore()];
  stand.server.reachable = false;
  await first.outbox.sendFromForm(makeProtocol(id));
  await before?.(first);
  const begun = Promise.withResolvers<void>();
  let isNext = false;
  const other = await stand.browser.openTab({
    async changeOutbox(...change) {
      if (isNext) {
        isNext = false;
        begun.resolve();
        await until(() => expect([first.outbox.currentId(id), isDue(first)]).toEqual(['77', true]));
      }
      return store.changeOutbox(...change);
    },
  });
  await until(() => expect(other.outbox.list()).toHaveLength(first.outbox.list().length));
  isNext = true;
  const queued = queue(other);
  await begun.promise;
  stand.server.reachable = true;
  await queued;
  await until(() => expect([first.outbox.list(), other.outbox.list()]).toEqual([[], []]));
}

test.each<[string, string, (tab: Tab, id: string) => Promise<unknown>]>([
  ['saved', 'PUT', (tab, id) => tab.outbox.enqueue(changePlace(id, 'Зал'), () => undefined)],
  ['sent from a form', 'PUT', (tab, id) => tab.outbox.sendFromForm(changePlace(id, 'Зал'))],
  ['deleted', 'DELETE', (tab, id) => tab.outbox.remove(deletionOf(id))],
])('what is %s while another tab adopts the id of a provider is sent under that id', async (_, method, queue) => {
  stand.browser.undoMs = 100;
  const id = randomUUID();
  await queueBehindAdoption(id, { queue: (tab) => queue(tab, id) });
  expect(stand.server.sent).toEqual(['POST /protocols', `${method} /protocols/77`]);
});

test.each<[string, (tab: Tab, id: string) => Promise<unknown>]>([
  ['joined to', (tab, id) => tab.outbox.enqueue(changePlace(id, 'Зал'), () => changePlace(id, 'Зал'))],
  ['corrected in', (tab, id) => tab.outbox.resolveMutation(tab.outbox.list()[1]?.id ?? '', changePlace(id, 'Зал'))],
])('what is %s a refused mutation while another tab adopts the id is sent under that id', async (_, queue) => {
  stand.server.fault = ({ body }) => (body?.place === '' ? { status: 422, body: {} } : undefined);
  const id = randomUUID();
  await queueBehindAdoption(id, {
    before: (first) => first.outbox.sendFromForm(changePlace(id, '')),
    queue: (tab) => queue(tab, id),
    isDue: (first) => states(first).includes('failed'),
  });
  expect(stand.server.sent).toEqual(['POST /protocols', 'PUT /protocols/77', 'PUT /protocols/77']);
  expect(stand.server.things.get('77')).toMatchObject({ place: 'Зал' });
});
