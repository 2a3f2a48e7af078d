import { expect, test } from 'vitest';
import { maxImportRows } from '#contract/identity/people-import.ts';
import { Problem } from '#server/platform/problem/index.ts';
import { jsonLimits } from './json-limits.ts';

const refused = [413, 'payload_too_large'];

function answerTo(...texts: string[]): unknown {
  const check = jsonLimits();
  try {
    for (const text of texts) check(text);
    return 'passes';
  } catch (error) {
    return error instanceof Problem ? [error.status, error.code] : error;
  }
}

const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));
const keyed = (count: number) => JSON.stringify(Object.fromEntries(many(count, (at) => [`поле${at}`, at])));
const paragraph = { kind: 'paragraph', pieces: many(20_000, () => ({ text: 'слово', bold: true })) };
const segment = { id: 's', start: 1.5, end: 2, text: 'Да, "к голосованию".', speaker: null, edited_by: null };
const person = { line: 1, name: 'Иванов', email: '', role: '', manager: '', position: '', organization: '', phone: '' };

test.each([
  ['a formatted text of all its pieces', { agenda: [{ id: 'a', discussion_blocks: [paragraph] }] }],
  ['a table in an agenda item', { agenda: [{ id: 'a', discussion_blocks: [{ rows: [[[{ text: 'а' }]]] }] }] }],
  ['a transcript of twenty thousand lines', { segments: many(20_000, () => ({ ...segment, keywords: ['смета'] })) }],
  ['an import of all its rows', { rows: many(maxImportRows, () => person) }],
  ['an agenda of all its items', { agenda: many(1_000, (id) => ({ id, decisions: many(20, () => ({ text: 'а' })) })) }],
  ['a text of signs', { title: '{[,"\\:'.repeat(100_000) }],
])('%s passes', (_what, body) => {
  expect(answerTo(JSON.stringify(body))).toBe('passes');
  expect(answerTo(JSON.stringify(body, null, 2))).toBe('passes');
});

/** A text of four escaped signs for each number below 4,096. */
const escapes = (number: number) => many(4, (at) => `\\${'"\\/bfnrt'[(number >> (3 * at)) & 7]}`).join('');

test.each([
  ['very many fields', keyed(100_000)],
  ['many fields of objects of their own', `[${many(2_000, (at) => `{ "поле${at}" : 1 }`)}]`],
  ['many fields named by signs', `{${many(4_096, (at) => `"${escapes(at)}":1`)}}`],
  ['very many values', `[${'1,'.repeat(300_000)}1]`],
  ['very many objects', `[${'{},'.repeat(300_000)}{}]`],
  ['lists in lists', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  ['objects in objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
])('%s are refused', (_what, text) => {
  expect(answerTo(text)).toEqual(refused);
});

test('the fields of all parts of a form are counted together', () => {
  expect(answerTo(keyed(200))).toBe('passes');
  expect(answerTo(...many(2_000, (at) => `{"поле${at}":1}`))).toEqual(refused);
});

test.each(['', '{', '"', '"\\', '{"a', '}}}]]]', '{"a"'])('broken JSON is left to its parser: %j', (text) => {
  expect(answerTo(text)).toBe('passes');
});
