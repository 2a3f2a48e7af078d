import { expect, test } from 'vitest';
import type { Tab } from '#tests/support/offline-browser.ts';
import { changeProtocol, eachWithOutbox, states, until } from '#tests/support/outbox-stand.ts';
import type { NewMutation } from '../store/outbox-row.ts';

const stand = eachWithOutbox();
const alone = () => undefined;
const ways = {
  enqueue: (tab: Tab, edit: NewMutation) => tab.outbox.enqueue(edit, alone),
  sendFromForm: (tab: Tab, edit: NewMutation) => tab.outbox.sendFromForm(edit),
};

/** Two tabs offline; the first one has queued an edit that the second one has not seen. */
async function openTabs() {
  stand.server.things.set('p1', { version: 3, listened: 'было' });
  const [one, other] = [await stand.browser.openTab(), await stand.browser.openTab()];
  stand.server.reachable = false;
  await one.outbox.enqueue(changeProtocol('p1', { version: 3, listened: 'первый' }), alone);
  return { one, other };
}

test.each(Object.entries(ways))(
  'an edit (%s) of a field that another tab has changed unseen is a conflict and overwrites nothing',
  async (_, queue) => {
    const { one, other } = await openTabs();
    await queue(other, changeProtocol('p1', { version: 3, listened: 'второй' }));
    stand.server.reachable = true;
    await until(() => expect(states(other)).toEqual(['conflict']));
    expect(stand.server.things.get('p1')).toEqual({ version: 4, listened: 'первый' });
    const [row] = one.outbox.list();
    const { request } = changeProtocol('p1', { version: 4, listened: 'оба' });
    await one.outbox.resolveMutation(row?.id ?? '', { variables: {}, request });
    await until(() => expect(stand.server.things.get('p1')).toEqual({ version: 5, listened: 'оба' }));
  },
);

test('an edit of another field, or of one whose unsent edits were seen, is no conflict', async () => {
  const { one, other } = await openTabs();
  const told: string[] = [];
  one.outbox.subscribe(() => told.push(...states(one)));
  await other.outbox.enqueue(changeProtocol('p1', { version: 3, place: 'Зал' }), alone);
  await until(() => expect(other.outbox.list()).toHaveLength(2));
  // A field that this version does not know is in every body, as it was read.
  await other.outbox.enqueue(changeProtocol('p1', { version: 3, listened: 'первый', time: '10:00' }), alone);
  await until(() => expect(other.outbox.list()).toHaveLength(3));
  const basedOn = other.outbox.list().map(({ id }) => id);
  await other.outbox.enqueue({ ...changeProtocol('p1', { version: 3, listened: 'второй' }), basedOn }, alone);
  stand.server.reachable = true;
  await until(() => expect(one.outbox.list()).toEqual([]));
  expect(stand.server.things.get('p1')).toEqual({ version: 7, listened: 'второй', place: 'Зал', time: '10:00' });
  expect(told).not.toContain('conflict');
});
