import { expect, test } from 'vitest';
import { type ConflictNames, changedWords, differenceName, sideWords } from './conflict-words.ts';

const names: ConflictNames = { nameOf: () => undefined, meetingOf: () => undefined, items: new Map() };
const item = { id: 'a1', title: 'О смете', listened: 'Расходы растут.' };
const words = (change: object) =>
  sideWords(
    { key: 'agenda/a1', item, mine: item, theirs: item, isChangedOnBothSides: true },
    { ...item, ...change },
    names,
  );

test('a whole question is compared with everything in it, also its votes', () => {
  expect(words({ decisions: [{ id: 'd1', text: 'Утвердить' }], votes: { for: 6, against: 0, abstained: null } })).toBe(
    'О смете\nРасходы растут.\n1. Утвердить\nГолосовали: за\u00A0— 6, против\u00A0— 0',
  );
});

test.each([[null], [undefined], [{}], [{ for: null }]])('votes without counts (%j) are not shown', (votes) => {
  expect(words({ votes })).toBe('О смете\nРасходы растут.');
});

test('a decision is shown with its votes, and the order of decisions by their texts', () => {
  const decisions = [
    { id: 'd1', text: 'Утвердить', votes: { for: 5 } },
    { id: 'd2', text: 'Поручить' },
  ];
  const about = {
    key: 'agenda/a1/decisions/d1',
    field: 'decisions',
    item: { ...item, decisions },
    mine: null,
    theirs: null,
    isChangedOnBothSides: true,
  };
  expect(differenceName(about)).toBe('Вопрос «О смете»: решили');
  expect(sideWords(about, decisions[0], names)).toBe('Утвердить (голосовали: за\u00A0— 5)');
  expect(sideWords(about, undefined, names)).toBe('Пусто');
  expect(sideWords(about, ['d2', 'd1'], names)).toBe('1. Поручить\n2. Утвердить (голосовали: за\u00A0— 5)');
});

test('a speaker is shown with the user’s name, else with the one from the server', () => {
  const theirs = { ...item, speaker_id: 'u2', speaker_name: 'Орлова Е. В.' };
  const about = {
    key: 'agenda/a1/speaker',
    field: 'speaker',
    item: theirs,
    mine: null,
    theirs: null,
    isChangedOnBothSides: true,
  };
  expect(differenceName(about)).toBe('Вопрос «О смете»: докладчик');
  expect(sideWords(about, { speaker_id: 'u2' }, names)).toBe('Орлова Е. В.');
  expect(sideWords(about, { speaker_name: 'Петров П. П.' }, names)).toBe('Петров П. П.');
  expect(sideWords(about, { speaker_id: 'u1' }, { ...names, nameOf: () => 'Иванов И. И.' })).toBe('Иванов И. И.');
  expect(sideWords(about, null, names)).toBe('Пусто');
});

test.each([
  [
    { updated_by: 'u2', updated_by_name: 'Петров Пётр Петрович' },
    'Изменено 9 марта 2025 г., 14:05, Петров\u00A0П.\u00A0П.',
  ],
  [
    { updated_by: 'u1', updated_by_name: 'Иванов Иван Иванович' },
    'Изменено 9 марта 2025 г., 14:05, под вашей учётной записью на другом устройстве или в другой вкладке.',
  ],
  [{}, 'Изменено 9 марта 2025 г., 14:05.'],
  [{ updated_at: undefined, updated_by_name: 'Петров П. П.' }, 'Изменено Петров\u00A0П.\u00A0П.'],
  [{ updated_at: 'вчера' }, ''],
])('words when and by whom the other version was made: %j', (told, expected) => {
  const updated_at = new Date(2025, 2, 9, 14, 5).toISOString();
  expect(changedWords({ id: 'p1', stage: 'no_video', updated_at, ...told }, 'u1')).toBe(expected);
});

test('a formatted text is shown with its words and a list of its formatting', () => {
  const blocks = [
    { kind: 'paragraph' as const, pieces: [{ text: 'Срочно', bold: true }] },
    { kind: 'bullet' as const, level: 0, pieces: [{ text: 'крыша' }] },
  ];
  const about = {
    key: 'agenda/a1/listened',
    field: 'listened',
    item: { id: 'a1' },
    mine: '',
    theirs: '',
    isChangedOnBothSides: true,
  };
  const value = { text: 'Срочно\n– крыша', blocks };
  expect(sideWords(about, value, names)).toBe('Срочно\n– крыша\n\nОформление: полужирный, список');
});
