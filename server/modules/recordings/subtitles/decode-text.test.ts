import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { decodeText, detectEncoding } from './decode-text.ts';

const text = '1\n00:00:01,000 --> 00:00:02,000\nИВАНОВ: Утвердить смету № 5, «Меридиан» — ёмко.\n';
const short = '1\n00:00:01,000 --> 00:00:02,000\nДа.\n';
const encoded = (words: string, encoding: string) =>
  execFileSync('iconv', ['-f', 'utf-8', '-t', encoding, '-c'], { input: words });

test.each([
  ['utf-8', 'utf-8'],
  ['cp1251', 'windows-1251'],
  ['koi8-r', 'koi8-r'],
  ['cp866', 'ibm866'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
  ['utf-16', 'utf-16le'],
])('%s is recognised', (encoding, name) => {
  expect(detectEncoding(encoded(text, encoding))).toBe(name);
  expect(decodeText(encoded(text, encoding)).replaceAll('\r', '')).toContain('Утвердить смету');
});

test('one word is enough to recognise windows-1251', () => {
  expect(decodeText(encoded(short, 'cp1251'))).toBe(short);
});

test('Unicode with a broken byte stays Unicode', () => {
  const bytes = Buffer.concat([Buffer.from(text), Buffer.from([0xd0, 0x0a])]);
  expect(decodeText(bytes)).toContain('Утвердить смету № 5, «Меридиан» — ёмко.');
});
