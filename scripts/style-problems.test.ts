import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { styleProblems } from './style-problems.ts';

const config = {
  compilerOptions: {
    strict: true,
    types: [],
    moduleResolution: 'bundler',
    module: 'esnext',
    allowImportingTsExtensions: true,
  },
  include: ['src'],
};
const modules =
  "declare module '*.module.css' { const classes: { readonly [name: string]: string }; export default classes }";

/** Returns the messages for a project of these files. */
function troublesOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'protokol-styles-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const all = { 'tsconfig.json': JSON.stringify(config), 'src/modules.d.ts': modules, ...files };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return styleProblems(join(root, 'tsconfig.json'));
}

test('reports a class that nobody uses, and one that no sheet has', () => {
  const css = '.row > .cell:hover, .gone { gap: 0.5em; color: red } @media (width < 9px) { .late { color: red } }';
  expect(
    troublesOf({
      'src/row.module.css': `${css} /* .word {} */ .row::after { content: ".quoted {"; } :global(.else) .row { color: red }`,
      'src/row.ts':
        "import styles from './row.module.css';\nexport const all = [styles.row, styles.cell, styles.none];",
    }),
  ).toEqual([
    'src/row.module.css: nobody uses .gone',
    'src/row.module.css: nobody uses .late',
    'src/row.ts:2: src/row.module.css has no .none',
  ]);
});

test('classes are also used through their type, by another class, and by an import from the root', () => {
  expect(
    troublesOf({
      'src/base.module.css': '.strip { color: red }',
      'src/badge.module.css':
        '.ok { color: red } .bad { color: red } .idle { color: red } .row { composes: strip from "./base.module.css"; }',
      'src/badge.ts':
        "import styles from '#src/badge.module.css';\nexport const of = (tone: 'ok' | 'bad' | 'plain') => [styles[tone], styles.row];",
    }),
  ).toEqual(['src/badge.module.css: nobody uses .idle']);
});

test('reports where the type does not say which class is meant', () => {
  expect(
    troublesOf({
      'src/badge.module.css': '.ok { color: red }',
      'src/badge.ts':
        "import styles from './badge.module.css';\nexport const of = (tone: string) => styles[tone];\nexport const ok = styles.ok;\nexport const whole = { ...styles };",
    }),
  ).toEqual([
    'src/badge.ts:2: which class of src/badge.module.css is meant cannot be told',
    'src/badge.ts:4: which class of src/badge.module.css is meant cannot be told',
  ]);
});

test('reports a custom property that nobody sets or nobody reads, in sheets and code', () => {
  expect(
    troublesOf({
      'src/tokens.css': ':root { --ink: red; --lost: red; --slot: 1 }',
      'src/base.css': 'body { color: var(--ink); gap: var(--gap); margin: var(--far, 1px); width: var(--share) }',
      'src/set.ts': "export const set = { '--share': '12%' };\nexport const slot = 'var(--slot)';",
    }),
  ).toEqual(['src/base.css: nobody sets --gap', 'src/tokens.css: nobody reads --lost']);
});
