import { expect, test } from 'vitest';
import { findProposals } from './find-proposals.ts';

const said = (...texts: string[]) =>
  texts.map((text, index) => ({
    id: `s${index}`,
    start: index * 5,
    end: index * 5 + 4,
    text,
    speaker: 'Иванов С. П.',
  }));
const found = (text: string) => findProposals(said(text), {}).map(({ kind, text: words }) => [kind, words]);

test.each([
  ['Первый вопрос: смета на первый квартал.', 'Смета на первый квартал'],
  ['Переходим ко второму вопросу: о ремонте склада.', 'О ремонте склада'],
  ['Коллеги, переходим к вопросу о договоре с подрядчиком.', 'О договоре с подрядчиком'],
  ['На повестке дня у нас отпуска.', 'У нас отпуска'],
])('«%s» opens a question', (text, title) => {
  expect(found(text)).toEqual([['question', title]]);
});

test.each([
  ['Решили: утвердить смету с сокращением расходов.', 'Утвердить смету с сокращением расходов.'],
  ['Итак, решили согласовать договор.', 'Согласовать договор.'],
  ['Договор одобрили единогласно.', 'Договор одобрили единогласно.'],
])('«%s» is a decision', (text, words) => {
  expect(found(text)).toEqual([['decision', words]]);
});

test.each([
  'Елене Викторовне поручаю подготовить отчёт по аренде, срок две недели.',
  'Решили: поручить Орловой сверку.',
  'Подготовить акт до 15 декабря.',
  'Прошу всех прислать замечания.',
  'Нужно закрыть вопрос с доступом до конца недели.',
])('«%s» is a task', (text) => {
  expect(found(text)).toEqual([['task', text]]);
});

test.each([
  'Расходы растут на восемь процентов.',
  'Кому поручить отчёт?',
  'До пяти часов была очень хорошая память.',
  'Кто утвердил смету?',
  'Решили.',
  'Единогласно.',
  'Кто за? Единогласно, решение принято.',
  'Добрый день, коллеги.',
])('«%s» suggests nothing', (text) => {
  expect(found(text)).toEqual([]);
});

test('a keyword that names an action proposes a task, another one only marks a task that is found there', () => {
  const lines = said(
    'Мы ещё сверим остатки на складе.',
    'Склад надо освободить до марта.',
    'Склад у нас большой.',
    'Предлагаю сверить остатки.',
  );
  const hits = { s0: ['сверить остатки', 'склад'], s1: ['склад'], s2: ['склад'], s3: ['сверить остатки'] };
  expect(findProposals(lines, hits).map(({ kind, source, evidence }) => [kind, source, evidence.start])).toEqual([
    ['task', 'keyword', 0],
    ['task', 'keyword', 5],
  ]);
});

test('what is said twice is proposed once; a sentence over several lines has the moment of all of them', () => {
  const lines = said('Решили: утвердить', 'смету отдела.', 'Решили: утвердить смету отдела.');
  expect(findProposals(lines, {})).toEqual([
    {
      kind: 'decision',
      text: 'Утвердить смету отдела.',
      source: 'extract',
      evidence: { start: 0, end: 9, quote: 'Решили: утвердить смету отдела.', speaker: 'Иванов С. П.' },
    },
  ]);
});
