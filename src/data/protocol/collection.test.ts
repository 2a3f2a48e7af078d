// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import type { MemberKind } from '#contract/bodies/member.ts';
import type { Page } from '#contract/envelope.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Stage } from '#contract/stage.ts';
import '#src/app/registry.ts';
import { createMember, deleteMember, updateMember } from '#src/data/member/index.ts';
import { createTask, deleteTask, updateTask } from '#src/data/task/index.ts';
import { applyToPage, type Mutation, type MutationState, type OutboxRow } from '#src/sync/index.ts';
import { applyToProtocol, isToBeDeleted, protocolCollection, unsentCreation } from './collection.ts';
import { createProtocol, deleteProtocol, type NewProtocol, updateProtocol } from './mutations.ts';

interface Shown {
  page: number;
  readAt: number;
  search?: string;
  stage?: Stage;
}

const applyToProtocolPage = (page: Page<Protocol> | undefined, rows: OutboxRow[], { search, stage, ...shown }: Shown) =>
  applyToPage(protocolCollection, page, rows, { ...shown, filter: { search, stage } });

const row = <V>(kind: Pick<Mutation<V>, 'name'>, variables: V, rest: Partial<OutboxRow> = {}) =>
  ({ kind: kind.name, variables, id: `w-${kind.name}`, state: 'waiting' as MutationState, ...rest }) as OutboxRow;

const made: NewProtocol = {
  id: 'p9',
  fields: { title: 'Совет', chairman_id: 'u1', agenda: [{ id: 'a1', title: 'О смете' }] },
  people: [{ id: 'u1', name: 'Иванов' }],
  version: 1,
  createdAt: '2026-11-21T10:00:00Z',
};
/** Returns the protocol with two members of these kinds. */
const withMembers = (one: MemberKind, other: MemberKind): Protocol => ({
  id: 'p9',
  stage: 'no_video',
  members: [
    { id: 'm1', member_id: 'u1', name: 'Иванов', kind: one },
    { id: 'm2', member_id: 'u2', name: 'Орлова', kind: other },
  ],
});

const creation = row(createProtocol, made);
const task = row(createTask, {
  id: 't1',
  protocolId: 'p9',
  protocolTitle: 'Совет',
  fields: { title: 'Отчёт', assignee_id: 'u2', due_at: null, agenda_id: null },
  people: [{ id: 'u2', name: 'Орлова' }],
});
const member = row(createMember, {
  id: 'm1',
  protocolId: 'p9',
  kind: 'present',
  people: [{ id: 'u2', name: 'Орлова' }],
});
const base = { id: 'p9', version: 1, title: 'Совет', agenda: [{ id: 'a1', title: 'О смете' }] };
const page = (rows: Protocol[], total = rows.length) => ({
  rows,
  meta: { current_page: 1, per_page: 15, last_page: 1, total, has_next: false },
});
const first = { page: 1, readAt: 100 };

test('an unsent protocol is shown whole: head, agenda, tasks, members', () => {
  const edit = row(updateProtocol, { base, change: { agenda: [{ id: 'a1', title: 'О бюджете' }] }, people: [] });
  const optimistic = applyToProtocol(undefined, 'p9', [creation, member, task, edit]);
  expect(optimistic).toMatchObject({
    id: 'p9',
    stage: 'no_video',
    version: 1,
    agenda: [{ id: 'a1', title: 'О бюджете' }],
    tasks: [{ id: 't1', title: 'Отчёт', assignee_name: 'Орлова', unsent: { state: 'waiting' } }],
    members: [{ id: 'm1', member_id: 'u2', name: 'Орлова', unsent: { state: 'waiting' } }],
    unsent: { state: 'waiting', writes: ['w-protocol.create', 'w-protocol.update'] },
  });
  expect(unsentCreation([creation], 'p9')).toBe(creation);
  expect(applyToProtocol(undefined, 'p8', [creation])).toBeUndefined();
});

test('sent mutations already in the fetched data are not applied twice', () => {
  const read: Protocol = {
    id: 'p9',
    stage: 'no_video',
    title: 'Совет',
    tasks: [{ id: 't1', status: 'new', title: 'Отчёт' }],
    members: [{ id: 'm1', member_id: 'u2', name: 'Орлова' }],
  };
  const sent = [creation, member, task].map((each) => ({ ...each, state: 'sent' as const, sentAt: 50 }));
  expect(applyToProtocol(read, 'p9', sent)).toEqual(read);
  expect(unsentCreation(sent, 'p9')).toBeUndefined();
  const listed = page([{ id: 'p9', stage: 'no_video', title: 'Совет', tasks_total: 1, members_total: 1 }]);
  expect(applyToProtocolPage(listed, sent, first)).toMatchObject({
    rows: [{ tasks_total: 1, members_total: 1 }],
    meta: { total: 1 },
  });
});

test('an edit is applied over a refetch, which keeps the changes of somebody else', () => {
  const edit = row(updateProtocol, { base, change: { title: 'Совет директоров' }, people: [] });
  const theirs: Protocol = { id: 'p9', stage: 'no_video', version: 2, title: 'Совет', place: 'Казань', agenda: [] };
  const optimistic = applyToProtocol(theirs, 'p9', [edit]);
  expect(optimistic).toMatchObject({ title: 'Совет директоров', place: 'Казань', version: 2, agenda: [] });
});

test('a new protocol is first on the first page, counted, and only in lists that it matches', () => {
  const old: Protocol = {
    id: 'p1',
    stage: 'finish',
    title: 'Планёрка',
    tasks_total: 2,
    tasks_done: 1,
    members_total: 3,
  };
  const rows = [creation, member, task];
  const optimistic = applyToProtocolPage(page([old]), rows, first);
  expect(optimistic?.rows.map(({ id }) => id)).toEqual(['p9', 'p1']);
  expect(optimistic?.rows[0]).toMatchObject({
    tasks_total: 1,
    tasks_done: 0,
    members_total: 1,
    unsent: { state: 'waiting' },
  });
  expect(optimistic?.meta.total).toBe(2);
  expect(applyToProtocolPage(page([old]), rows, { ...first, page: 2 })?.rows).toHaveLength(1);
  expect(applyToProtocolPage(page([old]), rows, { ...first, stage: 'finish' })?.rows).toHaveLength(1);
  expect(applyToProtocolPage(page([]), rows, { ...first, search: 'совет' })?.rows).toHaveLength(1);
  expect(applyToProtocolPage(page([]), rows, { ...first, search: 'склад' })?.rows).toEqual([]);
  expect(applyToProtocolPage(undefined, rows, first)?.rows).toHaveLength(1);
  expect(applyToProtocolPage(undefined, [], first)).toBeUndefined();
});

test('counts of a row follow its queued tasks and members, and its mark is that of the worst of them', () => {
  const old: Protocol = {
    id: 'p1',
    stage: 'finish',
    title: 'Планёрка',
    tasks_total: 2,
    tasks_done: 1,
    members_total: 3,
  };
  const done = { id: 't5', title: 'Отчёт', protocol_id: 'p1', status: 'new' };
  const rows = [
    row(updateTask, { task: done, fields: { status: 'done' as const }, people: [] }),
    row(deleteTask, { task: { ...done, id: 't6', status: 'done' } }),
    row(deleteTask, { task: { ...done, id: 't7' } }, { state: 'failed' }),
    row(deleteMember, { protocolId: 'p1', member: { id: 'm7', member_id: 'u7' }, people: [{ id: 'u7', name: 'Ким' }] }),
  ];
  expect(applyToProtocolPage(page([old]), rows, first)?.rows[0]).toMatchObject({
    tasks_total: 1,
    tasks_done: 1,
    members_total: 2,
    unsent: { state: 'failed' },
  });
});

test('a protocol to be deleted is gone at once', () => {
  const removal = row(deleteProtocol, { id: 'p1', title: 'Планёрка' });
  const old: Protocol = { id: 'p1', stage: 'finish', title: 'Планёрка' };
  expect(applyToProtocolPage(page([old], 7), [removal], first)).toMatchObject({ rows: [], meta: { total: 6 } });
  expect(isToBeDeleted([removal], 'p1')).toBe(true);
});

test('a chairman removed from the members is chairman no more, unless the removal was refused', () => {
  const read = { ...withMembers('chairman', 'present'), chairman_id: 'u1' };
  const removal = (member_id: string | null, state: MutationState = 'waiting') =>
    row(deleteMember, { protocolId: 'p9', member: { id: member_id ? 'm1' : 'm2', member_id }, people: [] }, { state });
  expect(applyToProtocol(read, 'p9', [removal('u1')])).toMatchObject({ chairman_id: null, members: [{ id: 'm2' }] });
  expect(applyToProtocol(read, 'p9', [removal('u1', 'failed')])).toMatchObject({ chairman_id: 'u1' });
  expect(applyToProtocol(read, 'p9', [removal(null)])).toMatchObject({ chairman_id: 'u1' });
});

test('a second chairman makes the first one present', () => {
  const read: Protocol = {
    id: 'p9',
    stage: 'no_video',
    members: [{ id: 'm1', member_id: 'u1', name: 'Иванов', kind: 'chairman' }],
  };
  const chair = row(createMember, {
    id: 'm2',
    protocolId: 'p9',
    kind: 'chairman',
    people: [{ id: 'u2', name: 'Орлова' }],
  });
  expect(applyToProtocol(read, 'p9', [chair])).toMatchObject({
    chairman_id: 'u2',
    members: [{ kind: 'present' }, { kind: 'chairman' }],
  });
});

test('a member has the kind that was set last, and a chairman set to absent leaves the chair empty', () => {
  const read = { ...withMembers('chairman', 'secretary'), chairman_id: 'u1' };
  const change = (id: string, userId: string, kind: MemberKind) =>
    row(updateMember, {
      protocolId: 'p9',
      kind,
      member: { id, member_id: userId },
      people: [{ id: userId, name: 'Кто-то' }],
    });
  const away = change('m1', 'u1', 'absent');
  expect(applyToProtocol(read, 'p9', [away])).toMatchObject({
    chairman_id: null,
    members: [
      { id: 'm1', kind: 'absent', unsent: { state: 'waiting' } },
      { id: 'm2', kind: 'secretary' },
    ],
  });
  expect(applyToProtocol(read, 'p9', [away, change('m1', 'u1', 'secretary')])?.members).toMatchObject([
    { id: 'm1', kind: 'secretary' },
    { id: 'm2', kind: 'present' },
  ]);
  expect(applyToProtocol(read, 'p9', [change('m2', 'u2', 'chairman')])).toMatchObject({
    chairman_id: 'u2',
    members: [{ kind: 'present' }, { kind: 'chairman' }],
  });
});

test('adding somebody who is a member already changes no member', () => {
  const read = withMembers('secretary', 'present');
  const again = row(createMember, {
    id: 'm3',
    protocolId: 'p9',
    kind: 'secretary',
    people: [{ id: 'u2', name: 'Орлова' }],
  });
  expect(applyToProtocol(read, 'p9', [again])?.members).toEqual(read.members);
});

test.each([
  ['2026-03-07T23:00:00.000Z', true],
  ['2026-03-08T01:00:00+03:00', true],
  ['2026-03-07T12:00:00Z', false],
])('east of Moscow a protocol held at %s is listed on 8 March: %s', (held_at, isListed) => {
  vi.stubEnv('TZ', 'Asia/Vladivostok');
  const protocol = { id: 'p1', stage: 'no_video' as const, held_at };
  expect(protocolCollection.matches?.(protocol, { from: '2026-03-08', to: '2026-03-08' }, true)).toBe(isListed);
  vi.unstubAllEnvs();
});
