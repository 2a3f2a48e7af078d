// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { updateProtocol } from '#src/data/protocol/index.ts';
import type { MutationState } from '#src/sync/index.ts';
import { unsentRow } from '#tests/support/unsent-row.ts';
import { savedWords } from './saved-words.ts';

const situation = {
  phase: 'saved',
  row: undefined,
  heldBy: undefined,
  online: true,
  wasTouched: true,
  restoredAt: undefined,
} as const;

const question = (title: string, state?: MutationState) => ({
  ...unsentRow(updateProtocol, { base: { id: 'p1', title: 'Совет' }, change: { place: 'Зал' }, people: [] }, state),
  title,
});

test('tells what is saved from what is being sent or kept on the device', () => {
  expect(savedWords(situation)).toEqual({ words: 'Сохранено' });
  expect(savedWords({ ...situation, row: question('вопрос 2') }).words).toBe('Сохраняется…');
  expect(savedWords({ ...situation, row: question('вопрос 2'), online: false }).words).toBe(
    'Сохранено на устройстве, ожидает отправки',
  );
});

test('a change that waits for a decision names what it waits for', () => {
  const heldBy = question('Протокол «Совет»: вопрос 1', 'conflict');
  expect(savedWords({ ...situation, row: question('вопрос 2'), heldBy })).toEqual({
    words: 'Сохранено на устройстве. Ждёт, пока не решено: Протокол «Совет»: вопрос 1',
    isBad: true,
  });
});

test('a change whose answer was lost is never called saved', () => {
  const { words, isBad } = savedWords({ ...situation, row: question('вопрос 2', 'unsure') });
  expect(words).toContain('Ответ сервера потерялся');
  expect(isBad).toBe(true);
});
