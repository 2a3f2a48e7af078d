import { expect, test } from 'vitest';
import { agendaFormOf } from './agenda-form.ts';
import { noteMoments, withMoments } from './written-moments.ts';

const nameOf = () => undefined;
const at = (start: number) => ({ start, recording_id: 'r1' });
const item = {
  id: 'a1',
  title: 'О смете',
  listened: 'Доклад',
  decisions: [
    { id: 'd1', text: 'Утвердить' },
    { id: 'd2', text: 'Опубликовать' },
  ],
};
const form = agendaFormOf(item, nameOf);
const never = () => false;

test('each field that is written in gets the moment, and keeps the first', () => {
  const discussed = { ...form, discussion: 'К' };
  const first = noteMoments({}, form, discussed, at(3));
  expect(first).toEqual({ item: at(3), discussion: at(3) });
  expect(noteMoments(first, discussed, { ...discussed, discussion: 'Ки' }, at(4))).toBe(first);
  const decided = { ...discussed, decisions: [...form.decisions, { id: 'd3', text: 'Н' }] };
  expect(noteMoments(first, discussed, decided, at(9))).toEqual({ ...first, 'decision d3': at(9) });
});

test('an empty, an emptied and an unchanged field get no moment', () => {
  const empty = { ...form, decisions: [...form.decisions, { id: 'd3', text: '' }] };
  expect(noteMoments({}, form, empty, at(3))).toEqual({});
  expect(noteMoments({}, form, { ...form, listened: '' }, at(3))).toEqual({});
  expect(noteMoments({}, form, structuredClone(form), at(3))).toEqual({});
  expect(noteMoments({}, form, { ...form, title: 'О смете на год' }, at(3))).toEqual({ item: at(3) });
});

test('the question gets moments where it has none', () => {
  const moments = { item: at(3), listened: at(4), 'decision d2': at(9), 'decision gone': at(10) };
  expect(withMoments(item, moments, never)).toEqual({
    ...item,
    evidence: at(3),
    moments: { listened: at(4) },
    decisions: [item.decisions[0], { ...item.decisions[1], evidence: at(9) }],
  });
  expect(withMoments(item, {}, never)).toBe(item);
});

test('an existing moment is kept, unless its recording was deleted', () => {
  const known = { start: 100, quote: 'Смету утвердили' };
  const said = { ...item, evidence: known, decisions: [{ id: 'd1', text: 'Утвердить', evidence: known }] };
  const moments = { item: at(3), 'decision d1': at(4) };
  expect(withMoments(said, moments, never)).toEqual(said);
  expect(withMoments(said, moments, (each) => each === known)).toMatchObject({
    evidence: at(3),
    decisions: [{ evidence: at(4) }],
  });
});

test('a beginning set by a person replaces the moment', () => {
  expect(withMoments({ ...item, evidence: { start: 100 } }, { item: at(3), begin: at(5) }, never).evidence).toEqual(
    at(5),
  );
});
