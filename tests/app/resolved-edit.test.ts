import { expect, test } from 'vitest';
import { compareEdit, resolvedEdit } from '#src/features/protocol/editing/protocol-conflict.ts';

const fields = { title: 'Проверить щиты', assignee_id: null, due_at: null, agenda_id: 'q2' };
const task = { id: 't1', protocolId: 'p1', protocolTitle: 'Планёрка', fields, people: [] };
const base = { id: 'p1', title: 'Планёрка', version: 1, agenda: [{ id: 'q1', title: 'О смете' }] };
const change = { title: 'Планёрка 2', agenda: [...base.agenda, { id: 'q2', title: 'О выполнении поручения' }] };
const theirs = { ...base, stage: 'no_video' as const, title: 'Планёрка 3', version: 2 };
const conflict = compareEdit({ base, change, people: [], task }, theirs);

test("one's own version chosen over another keeps the task that came with its question", () => {
  expect(resolvedEdit(conflict, () => 'mine')).toMatchObject({ change: { agenda: [{}, { id: 'q2' }] }, task });
});

test('leaving out a question leaves out its task too', () => {
  const edit = resolvedEdit(conflict, (key) => (key === 'title' ? 'mine' : 'theirs'));
  expect(edit?.change).toEqual({ title: 'Планёрка 2' });
  expect(edit?.task).toBeUndefined();
});
