// @vitest-environment jsdom
import '#src/app/registry.ts';
import { expect, test } from 'vitest';
import type { AgendaItem, ProtocolUpdate } from '#contract/protocols/protocol.ts';
import { joinQueued, type Mutation, type OutboxRow, rebaseQueued, requestOf } from '#src/sync/index.ts';
import type { EditBase, ProtocolEdit } from './edits.ts';
import { createProtocol, type NewProtocol, updateProtocol } from './mutations.ts';

const server: EditBase = {
  id: 'p1',
  version: 3,
  title: 'Совет',
  number: '7',
  place: 'Москва',
  agenda: [{ id: 'a1', title: 'О смете' }],
};
const question = (id: string, title = id) => ({ id, title });

function rowOf<V>(kind: Mutation<V>, variables: V, state: OutboxRow['state'] = 'waiting'): OutboxRow {
  const prepared = kind.prepare(variables);
  return {
    ...prepared,
    kind: kind.name,
    variables,
    request: requestOf(kind, prepared),
    state,
    seq: 1,
    id: 'w',
    ownerId: 'u1',
    begun: false,
    attempt: 0,
    nextAttemptAt: null,
    fault: null,
    createdAt: 0,
  };
}

const edit = (base: EditBase, change: ProtocolUpdate, itemId?: string): ProtocolEdit => ({
  base,
  change,
  itemId,
  people: [],
});
const over = ({ base, change }: ProtocolEdit) => ({ ...base, ...change }) as EditBase;
const agendaOf = (agenda: AgendaItem[]) => ({ agenda }) as ProtocolUpdate;
const a1 = server.agenda?.[0] as AgendaItem;

test('a discarded edit’s question is removed from a later edit', () => {
  const first = edit(server, agendaOf([a1, question('q1')]), 'q1');
  const second = edit(over(first), agendaOf([a1, question('q1'), question('q2')]), 'q2');
  const later = rowOf(updateProtocol, second);
  const sentBy = { ...later, request: { ...later.request, body: { ...later.request.body, version: 5 } } };
  const rebased = rebaseQueued(sentBy, rowOf(updateProtocol, first), undefined);
  expect(rebased?.request.body).toEqual({ agenda: [a1, question('q2')], version: 5 });
  expect(rebased?.brings).toEqual(['q2']);
  expect(rebased?.title).toBe('Протокол «Совет»: вопрос «q2»');
  expect(rebased?.variables).toMatchObject({ base: { agenda: [a1] }, change: { agenda: [a1, question('q2')] } });
});

test('changes of the later edit itself are kept, those of the discarded one are reverted', () => {
  const first = edit(server, agendaOf([{ ...a1, title: 'О бюджете', listened: 'Отчёт' }, question('q1')]), 'a1');
  const [changed] = first.change.agenda as [AgendaItem];
  const own = { ...changed, discussion: 'Спор', title: 'О налогах' };
  const second = edit(over(first), agendaOf([own, question('q1', 'Разное')]), 'a1');
  const rebased = rebaseQueued(rowOf(updateProtocol, second), rowOf(updateProtocol, first), undefined);
  expect(rebased?.request.body?.agenda).toEqual([
    { id: 'a1', title: 'О налогах', discussion: 'Спор' },
    // The later edit changed it, so it belongs to that edit.
    question('q1', 'Разное'),
  ]);
  expect(rebased?.brings).toEqual(['q1']);
});

test('a question that the discarded edit had removed is restored', () => {
  const first = edit(server, agendaOf([]));
  const second = edit(over(first), agendaOf([question('q2')]), 'q2');
  const rebased = rebaseQueued(rowOf(updateProtocol, second), rowOf(updateProtocol, first), undefined);
  expect(rebased?.variables).toMatchObject({ base: { agenda: [a1] } });
  expect(rebased?.request.body?.agenda).toHaveLength(2);
  expect(rebased?.request.body?.agenda).toEqual(expect.arrayContaining([a1, question('q2')]));
});

test('a provider that takes a body for the whole does not get the discarded fields either', () => {
  const { version: _version, ...known } = server;
  const first = edit(known as EditBase, { place: 'Казань', number: '8' });
  const second = edit(over(first), { title: 'Совет директоров' });
  const rebased = rebaseQueued(rowOf(updateProtocol, second), rowOf(updateProtocol, first), undefined);
  expect(rebased?.request.body).toEqual({ title: 'Совет директоров', number: '7', place: 'Москва', agenda: [a1] });
});

test('an edit that only undid the discarded one goes with it', () => {
  const first = edit(server, { place: 'Казань' });
  const second = edit(over(first), { place: 'Москва' });
  expect(rebaseQueued(rowOf(updateProtocol, second), rowOf(updateProtocol, first), undefined)).toBeNull();
});

test('a corrected creation or edit is not reverted by a later edit of the agenda', () => {
  const made: NewProtocol = {
    id: 'p1',
    fields: { title: 'Совет', agenda: [question('q1', 'О смет'), question('q2')] },
    people: [],
    version: 1,
    createdAt: '2026-11-21T10:00:00Z',
  };
  const optimistic = { id: 'p1', version: 1, ...made.fields } as EditBase;
  const later = rowOf(
    updateProtocol,
    edit(optimistic, agendaOf([question('q1', 'О смет'), question('q2'), question('q3')]), 'q3'),
  );
  const corrected = { ...made, fields: { ...made.fields, agenda: [question('q1', 'О смете')] } };
  const rebased = rebaseQueued(later, rowOf(createProtocol, made, 'failed'), { variables: corrected });
  expect(rebased?.request.body?.agenda).toEqual([question('q1', 'О смете'), question('q3')]);

  const first = edit(server, agendaOf([{ ...a1, listened: 'Отчот' }]), 'a1');
  const second = edit(over(first), agendaOf([{ ...a1, listened: 'Отчот' }, question('q1')]), 'q1');
  const mended = { variables: edit(server, agendaOf([{ ...a1, listened: 'Отчёт' }]), 'a1') };
  const after = rebaseQueued(rowOf(updateProtocol, second), rowOf(updateProtocol, first, 'failed'), mended);
  expect(after?.request.body?.agenda).toEqual([{ ...a1, listened: 'Отчёт' }, question('q1')]);
});

test('after a resolved conflict the later edit stays as it is: the server compares it with what it has', () => {
  const first = edit(server, agendaOf([a1, question('q1')]), 'q1');
  const second = edit(over(first), agendaOf([a1, question('q1'), question('q2')]), 'q2');
  const theirs = { ...server, version: 9, agenda: [{ ...a1, title: 'Чужое' }] };
  const chosen = { variables: edit(theirs, agendaOf([{ ...a1, title: 'Чужое' }, question('q1')]), 'q1') };
  const was = rowOf(updateProtocol, first, 'conflict');
  expect(rebaseQueued(rowOf(updateProtocol, second), was, chosen)).toBeUndefined();
});

const base = { id: 'p1', title: 'Совет', version: 3, agenda: [{ id: 'a1', title: 'О смете' }] };
const itemEdit = (listened: string, itemId: string | undefined = 'a1') => ({
  base,
  change: { agenda: [{ id: 'a1', title: 'О смете', listened }, { id: 'n1' }] },
  itemId,
  people: [{ id: listened, name: listened }],
});
const joinedEdits = (last: OutboxRow, later: ProtocolEdit) => {
  const joined = joinQueued(updateProtocol, later, [last.id])(last);
  return joined && { ...joined, variables: joined.variables as ProtocolEdit };
};
const row = (variables: object, kind = 'protocol.update') =>
  ({ id: 'w1', kind, variables, request: { method: 'PUT', path: '/protocols/p1', body: { version: 7 } } }) as never;

test('edits of one question join into one: with the first base, the last text and the version reached by now', () => {
  const joined = joinedEdits(row(itemEdit('а')), itemEdit('аб'));
  expect(joined?.variables.change.agenda?.[0]).toMatchObject({ listened: 'аб' });
  expect(joined?.variables.base).toBe(base);
  expect(joined?.variables.people.map(({ id }) => id)).toEqual(['а', 'аб']);
  expect(joined?.request.body).toMatchObject({ version: 7, agenda: [{ listened: 'аб' }, { id: 'n1' }] });
  expect(joined?.brings).toEqual(['n1']);
});

test('an edit of another question, of the head, or of another kind is not joined', () => {
  expect(joinedEdits(row(itemEdit('а', 'a2')), itemEdit('аб'))).toBeUndefined();
  expect(
    joinedEdits(row({ ...itemEdit('а'), itemId: undefined }), { ...itemEdit('аб'), itemId: undefined }),
  ).toBeUndefined();
  expect(joinedEdits(row({ ...itemEdit('а'), change: { title: 'Собрание' } }), itemEdit('аб'))).toBeUndefined();
  expect(joinedEdits(row(itemEdit('а'), 'protocol.delete'), itemEdit('аб'))).toBeUndefined();
});

test('an edit that the person had not seen is not joined', () => {
  expect(joinQueued(updateProtocol, itemEdit('аб'), ['w2'])(row(itemEdit('а')))).toBeUndefined();
});
