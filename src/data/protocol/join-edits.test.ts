// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { joinQueued, type OutboxRow } from '#src/sync/index.ts';
import type { ProtocolEdit } from './edits.ts';
import { updateProtocol } from './mutations.ts';

const base = { id: 'p1', title: 'Совет', version: 3, agenda: [{ id: 'a1', title: 'О смете' }] };
const edit = (listened: string, itemId: string | undefined = 'a1') => ({
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
  const joined = joinedEdits(row(edit('а')), edit('аб'));
  expect(joined?.variables.change.agenda?.[0]).toMatchObject({ listened: 'аб' });
  expect(joined?.variables.base).toBe(base);
  expect(joined?.variables.people.map(({ id }) => id)).toEqual(['а', 'аб']);
  expect(joined?.request.body).toMatchObject({ version: 7, agenda: [{ listened: 'аб' }, { id: 'n1' }] });
  expect(joined?.brings).toEqual(['n1']);
});

test('an edit of another question, of the head, or of another kind is not joined', () => {
  expect(joinedEdits(row(edit('а', 'a2')), edit('аб'))).toBeUndefined();
  expect(joinedEdits(row({ ...edit('а'), itemId: undefined }), { ...edit('аб'), itemId: undefined })).toBeUndefined();
  expect(joinedEdits(row({ ...edit('а'), change: { title: 'Собрание' } }), edit('аб'))).toBeUndefined();
  expect(joinedEdits(row(edit('а'), 'protocol.delete'), edit('аб'))).toBeUndefined();
});

test('an edit that the person had not seen is not joined', () => {
  expect(joinQueued(updateProtocol, edit('аб'), ['w2'])(row(edit('а')))).toBeUndefined();
});
