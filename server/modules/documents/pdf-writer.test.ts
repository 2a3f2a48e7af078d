import { createRequire } from 'node:module';
import { afterEach, expect, test, vi } from 'vitest';
import { buildDocument } from '#contract/documents/printed/build-document.ts';
import { sampleProtocol } from '#contract/documents/printed/sample-protocol.ts';
import { writePdf } from './pdf-writer.ts';

type Line = { hasEnoughSpaceForInline(word: unknown, rest: readonly unknown[]): boolean };

const { prototype: line } = (createRequire(import.meta.url)('pdfmake/js/Line.js') as { default: { prototype: Line } })
  .default;
afterEach(() => void vi.restoreAllMocks());

const [items, words] = [40, 1_000];

test('a long row of dashes is printed without copying the rest of its paragraph for each of them', async () => {
  // By itself pdfmake asks here whether a word has room, with a copy of all words that follow.
  const asked = vi.spyOn(line, 'hasEnoughSpaceForInline');
  const agenda = Array.from({ length: items }, (_, at) => ({
    id: `a${at}`,
    title: `Вопрос ${at}`,
    listened: '- '.repeat(words),
  }));
  const model = buildDocument(
    { ...sampleProtocol, agenda, tasks: [] },
    { presentLimit: 15, timeZone: 'Europe/Moscow' },
  );
  const file = await writePdf(model);
  expect(file.length).toBeGreaterThan(items * words);
  const copied = asked.mock.calls.reduce((sum, [, rest]) => sum + rest.length, 0);
  expect(copied).toBeLessThan(items * words * 20);
});
