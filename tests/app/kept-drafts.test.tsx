import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { itemDrafts } from '#src/features/protocol/editing/agenda-autosave.ts';
import { agendaFormOf } from '#src/features/protocol/editing/agenda-form.ts';
import { deviceDrafts, newDraft, protocolDrafts } from '#src/features/protocol/editing/device-drafts.ts';
import { emptyForm } from '#src/features/protocol/editing/protocol-form.ts';
import { provider } from '#src/sync/page/provider.ts';
import { fakeServer, noConnection, pageOf } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(() => void vi.restoreAllMocks());

const place = { userId: '7', protocolId: 'p1' };
const schema = z.object({ savedAt: z.string(), text: z.string() });
const drafts = deviceDrafts({ kind: 'question-text', formerKind: 'question-draft' }, schema);
const emptyItem = agendaFormOf({ id: 'a1', title: 'О закупке' }, () => undefined);
const typed = { savedAt: '2036-11-20T10:00:00Z', text: 'Слушали' };
const name = 'question-draft:7:p1:a1';
/** Returns the device's entries by name; from the names of drafts that were put aside the time is removed. */
const held = () =>
  Object.fromEntries(Object.keys(localStorage).map((key) => [key.replace(/:\d+$/, ''), localStorage.getItem(key)]));

test.each(['{"savedAt":', '{"savedAt":"2036","texts":["of a newer version"]}'])(
  'an unreadable draft counts as none, and is set aside before a new one replaces it: %s',
  (broken) => {
    localStorage.setItem(name, broken);
    expect(drafts.read(name)).toBeUndefined();
    expect(drafts.readAll(place)).toEqual([]);
    expect(held()).toEqual({ [name]: broken });
    expect(drafts.write(name, typed)).toBe(true);
    expect(drafts.write(name, { ...typed, text: 'Выступили' })).toBe(true);
    expect(drafts.read(name)).toEqual({ ...typed, text: 'Выступили' });
    drafts.remove(name);
    expect(held()).toEqual({ [`aside:${name}`]: broken });
  },
);

test('a readable draft is not set aside, and removing an unreadable one sets it aside', () => {
  drafts.write(name, typed);
  drafts.write(name, { ...typed, text: 'Выступили' });
  drafts.remove(name);
  expect(held()).toEqual({});
  localStorage.setItem(name, 'broken');
  drafts.remove(name);
  expect(held()).toEqual({ [`aside:${name}`]: 'broken' });
});

test('each editor of a part has a draft of its own, beside those of earlier builds', () => {
  const [one, other] = [drafts.newName(place, 'a1'), drafts.newName(place, 'a1')];
  const marked = `${name}:by-0199`;
  drafts.write(name, typed);
  drafts.write(marked, { savedAt: '2036-11-20T10:30:00Z', text: 'Голосовали' });
  drafts.write(one, { savedAt: '2036-11-20T12:00:00Z', text: 'Выступили' });
  drafts.write(other, { savedAt: '2036-11-20T11:00:00Z', text: 'Решили' });
  drafts.write(drafts.newName({ ...place, protocolId: 'p12' }, 'a1'), typed);
  expect(drafts.readAll(place).map(({ text }) => text)).toEqual(['Выступили', 'Решили', 'Голосовали', 'Слушали']);
  drafts.remove(one);
  expect(drafts.readAll(place).map((draft) => draft.name)).toEqual([other, marked, name]);
});

test('a new draft has no name that a tab of an earlier build would find and remove', () => {
  itemDrafts.write(itemDrafts.newName(place, 'a1'), { ...typed, itemId: 'a1', base: { item: null }, form: emptyItem });
  expect(itemDrafts.readAll(place)).toHaveLength(1);
  expect(Object.keys(localStorage).filter((each) => each.startsWith('question-draft:7:p1:'))).toEqual([]);
});

test('the draft of a question is restored with everything in its form', () => {
  const decisions = [
    { id: 'd1', text: 'Провести закупку' },
    { id: 'd2', text: 'Найти подрядчика', level: 1, votes: { for: 3, against: 0 } },
  ];
  const item = { id: 'a1', title: 'О закупке', decisions };
  const form = agendaFormOf(item, () => undefined);
  const moments = { item: { start: 5, recording_id: 'r1' } };
  const { savedAt } = typed;
  itemDrafts.write(name, { itemId: 'a1', savedAt, base: { item, version: 2 }, form, moments });
  expect(itemDrafts.read(name)).toEqual({ itemId: 'a1', savedAt, base: { item, version: 2 }, form, moments });
});

test('without room to set it aside an unreadable draft is not overwritten', () => {
  localStorage.setItem(name, 'broken');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(drafts.write(name, typed)).toBe(false);
  drafts.remove(name);
  expect(held()).toEqual({ [name]: 'broken' });
});

test('an unreadable draft of a new protocol is set aside by the next one', () => {
  const key = 'protocol-draft:7:';
  localStorage.setItem(key, '{');
  expect(protocolDrafts.read(key)).toBeUndefined();
  const draft = newDraft(emptyForm());
  expect(protocolDrafts.write(key, draft)).toBe(true);
  expect(protocolDrafts.read(key)).toEqual(draft);
  protocolDrafts.remove(key);
  expect(held()).toEqual({ [`aside:${key}`]: '{' });
});

test('unreadable stored capabilities of the server count as none', async () => {
  fakeServer({ 'GET /health': noConnection });
  localStorage.setItem('server-capabilities', '["tasks"');
  await expect(provider.rememberedCapabilities()).rejects.toThrow('out of reach');
});

test('a malformed event does not end the stream, and its data is refetched', async () => {
  signInAs('secretary');
  let list = 0;
  let streams = 0;
  fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['events'] }),
    'GET /protocols': () => {
      list += 1;
      return pageOf([{ id: 'p1', stage: 'no_video', title: 'Планёрка' }]);
    },
    'GET /events': () => {
      streams += 1;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('event: ready\ndata: {}\n\nevent: stage\ndata: {"proto\n\n'));
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    },
  });
  await provider.get();
  openApp('/main/protocols');
  await screen.findByText('Планёрка');
  await waitFor(() => expect(list).toBeGreaterThan(1));
  expect(streams).toBe(1);
});
