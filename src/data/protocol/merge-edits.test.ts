import { expect, test } from 'vitest';
import { type Difference, differences, mergeProtocol, type Side } from './merge-edits.ts';

const base = {
  title: 'Совет',
  place: 'Москва',
  held_at: '2026-11-20T10:00:00Z',
  agenda: [
    { id: 'a1', title: 'О смете', listened: 'Отчёт' },
    { id: 'a2', title: 'О складе' },
    { id: 'a3', title: 'Разное' },
  ],
};
const [a1, a2, a3] = base.agenda as [object, object, object];
const always = (side: Side) => () => side;
const keys = (found: Difference[]) =>
  found.map(({ key, isChangedOnBothSides }) => `${key}${isChangedOnBothSides ? ' both' : ''}`);

test('fields that the person did not change are the server’s', () => {
  const theirs = { ...base, place: 'Казань', agenda: [{ ...a1, listened: 'Доклад' }, a2, a3] };
  const change = { title: 'Совет директоров', agenda: [a1, { ...a2, title: 'О складе и аренде' }, a3] };
  expect(mergeProtocol(base, change as never, theirs, always('mine'))).toEqual({
    title: 'Совет директоров',
    agenda: [{ ...a1, listened: 'Доклад' }, { ...a2, title: 'О складе и аренде' }, a3],
  });
  expect(keys(differences(base, change as never, theirs))).toEqual(['title', 'agenda/a2/title']);
});

test('a part changed on both sides is chosen, other parts of the same question are not touched', () => {
  const theirs = { ...base, title: 'Собрание', agenda: [{ ...a1, listened: 'Доклад', discussion: 'Спор' }, a2, a3] };
  const change = { title: 'Совет директоров', agenda: [{ ...a1, listened: 'Речь' }, a2, a3] } as never;
  expect(keys(differences(base, change, theirs))).toEqual(['title both', 'agenda/a1/listened both']);
  expect(mergeProtocol(base, change, theirs, ({ key }) => (key === 'title' ? 'theirs' : 'mine'))).toEqual({
    agenda: [{ ...a1, listened: 'Речь', discussion: 'Спор' }, a2, a3],
  });
  expect(mergeProtocol(base, change, theirs, always('theirs'))).toEqual({});
});

test('questions added on either side are kept, in their places', () => {
  const theirs = { ...base, agenda: [a1, { id: 'b1', title: 'О кадрах' }, a2, a3] };
  const change = { agenda: [a1, a2, { id: 'b2', title: 'О спорте' }, a3] } as never;
  const { agenda } = mergeProtocol(base, change, theirs, always('mine'));
  expect(agenda?.map(({ id }) => id)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

test('a removed question stays removed, unless somebody edited it meanwhile and the person keeps that', () => {
  const change = { agenda: [a1, a3] } as never;
  expect(mergeProtocol(base, change, base, always('mine')).agenda?.map(({ id }) => id)).toEqual(['a1', 'a3']);
  const theirs = { ...base, agenda: [a1, { ...a2, listened: 'Отчёт кладовщика' }, a3] };
  expect(keys(differences(base, change, theirs))).toEqual(['agenda/a2 both']);
  expect(mergeProtocol(base, change, theirs, always('theirs'))).toEqual({});
});

test('a question edited by the person while somebody removed it is not lost', () => {
  const theirs = { ...base, agenda: [a1, a3] };
  const change = { agenda: [a1, { ...a2, listened: 'Отчёт кладовщика' }, a3] } as never;
  expect(keys(differences(base, change, theirs))).toEqual(['agenda/a2 both']);
  expect(mergeProtocol(base, change, theirs, always('mine')).agenda).toMatchObject([a1, { id: 'a2' }, a3]);
});

test('the order is the person’s where only they changed it, and chosen where both did', () => {
  const change = { agenda: [a3, a1, a2] } as never;
  const written = { ...base, agenda: [{ ...a1, listened: 'Доклад' }, a2, a3] };
  const ids = (side: Side, theirs: object) =>
    mergeProtocol(base, change, { ...theirs }, always(side)).agenda?.map(({ id }) => id);
  expect(ids('mine', written)).toEqual(['a3', 'a1', 'a2']);
  const moved = { ...base, agenda: [a2, a1, a3] };
  expect(keys(differences(base, change, moved))).toEqual(['agenda both']);
  expect(ids('mine', moved)).toEqual(['a3', 'a1', 'a2']);
  expect(mergeProtocol(base, change, moved, always('theirs'))).toEqual({});
});

test('the same moment in another format is no difference, nor is another form of an empty value', () => {
  const theirs = { ...base, held_at: '2026-11-20T10:00:00.000Z', place: 'Москва', number: null };
  expect(differences(base, { held_at: '2026-11-20T10:00:00.000+00:00', number: '' }, theirs)).toEqual([]);
});

test('a speaker whom the person did not touch is no difference, also where the edit lost the name', () => {
  const spoken = { ...a1, speaker_id: 'u2', speaker_name: 'Морозов И. П.' };
  const before = { ...base, agenda: [spoken, a2, a3] };
  const theirs = { ...base, agenda: [{ ...spoken, listened: 'Доклад' }, a2, a3] };
  const change = { agenda: [{ ...spoken, speaker_name: null, listened: 'Речь' }, a2, a3] } as never;
  expect(keys(differences(before, change, theirs))).toEqual(['agenda/a1/listened both']);
  expect(mergeProtocol(before, change, theirs, always('mine')).agenda?.[0]).toEqual({ ...spoken, listened: 'Речь' });
});

test('id and name of a speaker are chosen together', () => {
  const before = { ...base, agenda: [{ ...a1, speaker_id: 'u2', speaker_name: 'Морозов И. П.' }, a2, a3] };
  const theirs = { ...base, agenda: [{ ...a1, speaker_name: 'Петров П. П.' }, a2, a3] };
  const mine = { ...a1, speaker_id: 'u1', speaker_name: null };
  const change = { agenda: [mine, a2, a3] } as never;
  expect(differences(before, change, theirs)).toMatchObject([
    {
      key: 'agenda/a1/speaker',
      mine: { speaker_id: 'u1' },
      theirs: { speaker_name: 'Петров П. П.' },
      isChangedOnBothSides: true,
    },
  ]);
  expect(mergeProtocol(before, change, theirs, always('mine')).agenda?.[0]).toEqual(mine);
  expect(mergeProtocol(before, change, theirs, always('theirs'))).toEqual({});
});

test('a merged question has no field that is empty on both sides, as in the server’s reply', () => {
  const change = { agenda: [{ ...a1, listened: 'Речь', discussion: null }, a2, a3] } as never;
  const merged = mergeProtocol(base, change, base, always('mine')).agenda?.[0];
  expect(merged).toStrictEqual({ id: 'a1', title: 'О смете', listened: 'Речь' });
});

const bold = [{ kind: 'paragraph', pieces: [{ text: 'Отчёт', bold: true }] }];

test('a text and its formatting are one part: the formatting of one side is not put on the other’s text', () => {
  const formatted = { agenda: [{ ...a1, listened_blocks: bold }, a2, a3] } as never;
  const theirs = { ...base, agenda: [{ ...a1, listened: 'Доклад', discussion: 'Спор' }, a2, a3] };
  const [difference] = differences(base, formatted, theirs);
  expect(difference).toMatchObject({
    key: 'agenda/a1/listened',
    isChangedOnBothSides: true,
    mine: { text: 'Отчёт' },
    theirs: 'Доклад',
  });
  const kept = { ...a1, listened_blocks: bold, discussion: 'Спор' };
  expect(mergeProtocol(base, formatted, theirs, always('mine')).agenda?.[0]).toEqual(kept);
  expect(mergeProtocol(base, formatted, theirs, always('theirs'))).toEqual({});
});

test('removed formatting stays removed, and stale formatting is dropped', () => {
  const before = { ...base, agenda: [{ ...a1, listened_blocks: bold }, a2, a3] };
  const change = { agenda: [{ ...a1, listened_blocks: null }, a2, a3] } as never;
  expect(mergeProtocol(before, change, before, always('mine')).agenda?.[0]).toEqual({ ...a1, listened_blocks: null });
  const retyped = { agenda: [{ ...a1, listened: 'Доклад', listened_blocks: bold }, a2, a3] } as never;
  expect(mergeProtocol(before, retyped, before, always('mine')).agenda?.[0]).toEqual({
    ...a1,
    listened: 'Доклад',
    listened_blocks: null,
  });
});

type Points = { id?: string; text: string; level?: number; votes?: object }[];
const deciding = (decisions: Points | null | undefined) => ({ agenda: [{ id: 'a1', title: 'О смете', decisions }] });
const [d1, d2, d3, d4] = [
  { id: 'd1', text: 'Утвердить' },
  { id: 'd2', text: 'Поручить' },
  { id: 'd3', text: 'Закупить' },
  { id: 'd4', text: 'Отложить' },
];
const mergedDecisions = (mine: Points, theirs: Points, side: Side = 'mine', was: Points = [d1, d2]) =>
  mergeProtocol(deciding(was), deciding(mine) as never, deciding(theirs), always(side)).agenda?.[0]?.decisions;

test('decisions added on either side are kept, with what was changed in others', () => {
  const corrected = { ...d1, text: 'Утвердить смету', votes: { for: 5 } };
  expect(mergedDecisions([d1, d2, d3], [corrected, d2, d4])).toEqual([corrected, d2, d4, d3]);
  const found = differences(deciding([d1, d2]), deciding([d1, d2, d3]) as never, deciding([corrected, d2, d4]));
  expect(keys(found)).toEqual(['agenda/a1/decisions/d3']);
});

test('a decision changed on both sides is chosen, the others are not touched', () => {
  const [own, other] = [
    { ...d1, text: 'Утвердить смету' },
    { ...d1, text: 'Отклонить' },
  ];
  const found = differences(deciding([d1, d2]), deciding([own, d2, d3]) as never, deciding([other, d2, d4]));
  expect(keys(found)).toEqual(['agenda/a1/decisions/d1 both', 'agenda/a1/decisions/d3']);
  expect(mergedDecisions([own, d2, d3], [other, d2, d4])).toEqual([own, d2, d4, d3]);
  expect(mergedDecisions([own, d2], [other, d2, d4], 'theirs')).toBeUndefined();
});

test('a removed decision stays removed, unless the other side changed it meanwhile', () => {
  const changed = { ...d2, votes: { for: 5 } };
  expect(mergedDecisions([d1], [{ ...d1, text: 'Утвердить смету' }, d2])).toEqual([{ ...d1, text: 'Утвердить смету' }]);
  expect(mergedDecisions([], [d1], 'mine', [d1])).toEqual([]);
  expect(mergedDecisions([{ ...d1, text: 'Утвердить смету' }, d2], [d1])).toEqual([{ ...d1, text: 'Утвердить смету' }]);
  const found = [
    differences(deciding([d1, d2]), deciding([d1]) as never, deciding([d1, changed])),
    differences(deciding([d1, d2]), deciding([d1, changed]) as never, deciding([d1])),
  ];
  expect(found.map(keys)).toEqual([['agenda/a1/decisions/d2 both'], ['agenda/a1/decisions/d2 both']]);
});

test('the order of decisions is chosen where both sides changed it', () => {
  expect(mergedDecisions([d2, d1], [{ ...d1, text: 'Утвердить смету' }, d2])).toEqual([
    d2,
    { ...d1, text: 'Утвердить смету' },
  ]);
  const was = deciding([d1, d2, d3]);
  const [own, other] = [deciding([d2, d1, d3]), deciding([d3, d1, d2])];
  const [found] = differences(was, own as never, other);
  expect(found).toMatchObject({ key: 'agenda/a1/decisions', field: 'decisions', mine: ['d2', 'd1', 'd3'] });
});

test('decisions of a provider that gives them no ids are one part, and no decisions are no difference', () => {
  const bare = [{ text: 'Утвердить' }, { text: 'Поручить' }];
  const own = [{ text: 'Утвердить смету' }, { text: 'Поручить' }];
  const other = [...bare, { text: 'Отложить' }];
  expect(keys(differences(deciding(bare), deciding(own) as never, deciding(other)))).toEqual([
    'agenda/a1/decisions both',
  ]);
  expect(mergedDecisions(own, other, 'mine', bare)).toEqual(own);
  expect(differences(deciding(null), deciding([]) as never, deciding(undefined))).toEqual([]);
});
