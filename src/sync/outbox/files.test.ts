import { expect, test } from 'vitest';
import { loseFile } from '#tests/support/lose-file.ts';
import { changeProtocol, eachWithOutbox, open, states, until } from '#tests/support/outbox-stand.ts';
import type { NewMutation, OutboxRow } from '../store/outbox-row.ts';

const stand = eachWithOutbox();
const files = (): File[] => [new File(['смета'], 'смета.pdf'), new File(['план'], 'план.txt')];

function changeMeeting(attached = files()): NewMutation {
  return {
    kind: 'meeting.update',
    scope: 'meeting:m1',
    subject: 'm1',
    variables: { change: { title: 'Планёрка' }, files: attached },
    title: 'Встреча «Планёрка»',
    request: {
      method: 'PUT',
      path: '/meetings/m1',
      form: [['title', 'Планёрка'], ...attached.map((file): [string, File] => ['files[]', file])],
    },
  };
}

/** A tab whose kept copy of the first file is unreadable as long as `isLost`. */
async function openTab(lost: { isLost: boolean; lose?: (file: File) => File }) {
  const base = stand.browser.openStore();
  const { lose = (file: File) => loseFile(file) } = lost;
  const ofRow = (row: OutboxRow): OutboxRow => {
    const [title, first, ...rest] = row.request.form ?? [];
    if (!lost.isLost || !title || !(first?.[1] instanceof File)) return row;
    return { ...row, request: { ...row.request, form: [title, ['files[]', lose(first[1])], ...rest] } };
  };
  return stand.browser.openTab({ unsentMutations: async (owner) => (await base.unsentMutations(owner)).map(ofRow) });
}

const words = /^Файл «смета\.pdf» больше не читается/;

test.each([
  ['our server', ['idempotency', 'client-ids', 'versions']],
  ['a plain provider', undefined],
])('an unreadable file fails only its own mutation, with a message: %s', async (_name, capabilities) => {
  stand.server.capabilities = capabilities;
  stand.server.things.set('m1', {});
  stand.server.things.set('p1', {});
  const lost = { isLost: true };
  const tab = await openTab(lost);
  await tab.outbox.sendFromForm(changeMeeting());
  await tab.outbox.sendFromForm(changeProtocol('p1', { place: 'Зал' }));
  await until(() => expect(stand.server.sent).toEqual(['PUT /protocols/p1']));
  await until(() => expect(states(tab)).toEqual(['failed']));
  expect(tab.connectivity.isOnline()).toBe(true);
  expect(tab.outbox.list()[0]).toMatchObject({
    fault: {
      code: 'file_unreadable',
      message: expect.stringMatching(words),
      fields: { files: expect.stringMatching(words) },
    },
    variables: { change: { title: 'Планёрка' }, files: [{ name: 'смета.pdf' }, { name: 'план.txt' }] },
  });

  lost.isLost = false;
  await tab.outbox.retry(tab.outbox.list()[0]?.id ?? '');
  await until(() => expect(tab.outbox.list()).toEqual([]));
  expect(stand.server.seen.at(-1)?.fields).toMatchObject({ title: 'Планёрка', 'files[]': expect.any(String) });
});

test('a file that becomes unreadable during the upload fails its mutation too', async () => {
  stand.server.things.set('m1', {});
  const plain = stand.browser.fetch;
  stand.browser.fetch = (path, init) =>
    init?.body instanceof FormData ? Promise.reject(new TypeError('Failed to fetch')) : plain(path, init);
  const tab = await openTab({ isLost: true, lose: (file) => loseFile(file, 1) });
  await tab.outbox.sendFromForm(changeMeeting());
  await until(() => expect(states(tab)).toEqual(['failed']));
  expect(tab.outbox.list()[0]?.fault?.message).toMatch(words);
  expect(tab.connectivity.isOnline()).toBe(true);
});

test('a lost connection does not count as an unreadable file: the mutation waits', async () => {
  const tab = await stand.browser.openTab();
  stand.server.fault = () => 'reset';
  await tab.outbox.sendFromForm(changeMeeting());
  await until(() => expect(tab.outbox.list()[0]?.nextAttemptAt).not.toBeNull());
  expect(states(tab)).toEqual(['waiting']);
});

test('with a plain provider a lost answer stays «outcome unknown», also when the file is unreadable', async () => {
  stand.server.capabilities = undefined;
  stand.server.things.set('m1', {});
  const lost = { isLost: false };
  const tab = await openTab(lost);
  stand.server.fault = () => 'reset-afterwards';
  await tab.outbox.sendFromForm(changeMeeting());
  lost.isLost = true;
  await until(() => expect(states(tab)).toEqual(['unsure']));
});

test.each([
  ['gone', (file: File) => loseFile(file)],
  ['broken off', (file: File) => loseFile(file, 1)],
])('with our server, too, a lost answer stays «outcome unknown» when the file is %s', async (_, lose) => {
  stand.server.things.set('m1', {});
  const lost = { isLost: false, lose };
  const tab = await openTab(lost);
  let isFirst = true;
  stand.server.fault = () => (isFirst ? 'reset-afterwards' : undefined);
  const plain = stand.browser.fetch;
  stand.browser.fetch = (path, init) =>
    init?.body instanceof FormData && lost.isLost
      ? Promise.reject(new TypeError('Failed to fetch'))
      : plain(path, init);
  await tab.outbox.sendFromForm(changeMeeting());
  await until(() => expect(stand.server.seen).toHaveLength(1));
  lost.isLost = true;
  isFirst = false;
  // Chosen again it would be sent under another key, and be there twice.
  await until(() => expect(states(tab)).toEqual(['unsure']));
});

test('an open form gets the error at once, and nothing is queued', async () => {
  const tab = await openTab({ isLost: true });
  stand.server.things.set('m1', {});
  const outcome = await tab.outbox.sendFromForm(changeMeeting(), open);
  expect(outcome).toMatchObject({ kind: 'refused', fault: { code: 'file_unreadable' } });
  expect(tab.outbox.list()).toEqual([]);
});
