import { expect, test } from 'vitest';
import { printedLines } from '#tests/support/printed-lines.ts';
import { buildDocument } from './build-document.ts';
import type { DocumentInput } from './document-input.ts';

const settings = { presentLimit: 15, timeZone: 'Europe/Moscow' };
const nothing: DocumentInput = { stage: 'no_video', members: [], agenda: [], tasks: [] };
const printedLinesOf = (input: Partial<DocumentInput>) =>
  printedLines(buildDocument({ ...nothing, ...input }, settings)).map((line) => line.replaceAll('\u00a0', ' '));

test('a number that was typed at the beginning is not printed again beside that of the list', () => {
  const decisions = [
    '1. Утвердить план',
    '1.2. Выделить средства',
    '3) Доложить',
    '7. Прочее',
    '5.5 млн руб. выделить',
  ];
  const agenda = [
    { id: 'a', title: '1. О бюджете', decisions: decisions.map((text, index) => ({ id: `d${index}`, text })) },
    { id: 'b', title: '2.О складе' },
    { id: 'c', title: '3. О ремонте; 4. О крыше' },
    { id: 'e', title: '2027 год' },
  ];
  const tasks = [{ decision_id: 'd0', title: '1. Утвердить план', agenda_id: 'a' }];
  expect(printedLinesOf({ agenda, tasks })).toEqual([
    'Проект',
    'ПРОТОКОЛ',
    'ПОВЕСТКА ДНЯ:',
    ...['1. О бюджете', '2. О складе', '3. 3. О ремонте; 4. О крыше', '4. 2027 год'],
    '1. О бюджете',
    'РЕШИЛИ:',
    ...['1.1. Утвердить план.', '1.2. Выделить средства.', '1.3. Доложить.', '1.4. 7. Прочее.'],
    '1.5. 5.5 млн руб. выделить.',
    ...['2. О складе', '3. 3. О ремонте; 4. О крыше', '4. 2027 год'],
  ]);
});

test('sub-points and the lines of one decision keep their numbers unless they are their own', () => {
  const decisions = [
    { id: 'd1', text: '1. Закупить:\n1.1. мебель\n1.2. технику' },
    { id: 'd2', text: '1. Найти подрядчика', level: 1 },
    { id: 'd3', text: '1. Первое\n2. Второе' },
  ];
  const lines = printedLinesOf({ agenda: [{ id: 'a', title: 'План', decisions }] });
  expect(lines.slice(lines.indexOf('РЕШИЛИ:') + 1)).toEqual([
    '1.1. Закупить:',
    '1.1. мебель',
    '1.2. технику.',
    '1.1.1. Найти подрядчика.',
    '1.2. 1. Первое',
    '2. Второе.',
  ]);
});

test('an item of which only the vote is known is printed', () => {
  const agenda = [{ id: 'a', votes: { for: 5, against: 0, abstained: 1 } }];
  expect(printedLinesOf({ agenda })).toContain('Голосовали: за – 5, против – 0, воздержались – 1.');
});

test('where a task was moved from is printed like any other text', () => {
  const tasks = [{ title: 'Сдать отчёт', origin: 'протокол "Альфа" - №12\u202e' }];
  expect(printedLinesOf({ tasks })).toContain('1. Сдать отчёт. Перенесено: протокол «Альфа» – № 12.');
});
