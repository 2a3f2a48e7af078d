import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { roles } from '#contract/roles.ts';

const names = new Set<string>([...Object.keys(calls), ...roles]);
const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs/specification.md'), 'utf8');
const rows = text.split('\n').flatMap((line) => {
  const [, number, , proofs] = /^\| (\d+\.\d+) \| (.+?) \| (.+) \|$/.exec(line) ?? [];
  return number && proofs ? [{ number, proofs: proofs.split('<br>') }] : [];
});

test('every section from 2 to 9 is there, its sentences numbered without a gap', () => {
  const sections = Object.groupBy(rows, ({ number }) => number.split('.')[0] ?? '');
  expect(Object.keys(sections)).toEqual(['2', '3', '4', '5', '6', '7', '8', '9']);
  for (const [section, sentences = []] of Object.entries(sections)) {
    expect(sentences.map(({ number }) => number)).toEqual(sentences.map((_, index) => `${section}.${index + 1}`));
  }
});

test.each(rows.map(({ number, proofs }) => [number, proofs] as const))(
  '%s is covered by tests that exist and run every time',
  (_, proofs) => {
    for (const proof of proofs) {
      const [, file = '', title = ''] = /^`([^`]+\.(?:test|spec)\.tsx?)` › (.+)$/.exec(proof) ?? [];
      expect(existsSync(join(root, file)), proof).toBe(true);
      expect(file, 'a file of the long level').not.toContain('.long.');
      expect(holds(file, title), `${file} has «${title}»`).toBe(true);
    }
  },
);

test('every file that is named is there', () => {
  const named = [...text.matchAll(/`([\w-]+\/[\w./-]+\.\w+)`/g)].map(([, path = '']) => path);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

const sources = new Map<string, string>();

/**
 * Whether a test file contains a title: a text before a function. Parts filled in at runtime (`%s`, `${…}`) have to be
 * in the file too, or be a call or a role.
 */
function holds(file: string, title: string): boolean {
  const source = sources.get(file) ?? readFileSync(join(root, file), 'utf8');
  sources.set(file, source);
  const literals = source.matchAll(/(["'`])((?:\\.|(?!\1)[^\\])*)\1,\s*(?:async\s*)?\(/g);
  return [...literals].some(([, , literal = '']) => {
    const plain = literal.replace(/\\(['"`])/g, '$1').split(/\$\{(?:[^{}]|\{[^}]*\})*\}|%[sdij]/);
    const pattern = plain.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.+)');
    const filled = new RegExp(`^${pattern}$`).exec(title)?.slice(1);
    return plain.join('').length > 1 && filled?.every((word) => source.includes(word) || names.has(word));
  });
}
