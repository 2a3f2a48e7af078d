import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { throughFacesPlugin } from './through-faces.ts';

const root = mkdtempSync(join(tmpdir(), 'faces-'));
mkdirSync(join(root, 'src', 'ui', 'buttons'), { recursive: true });
for (const file of ['buttons/button.tsx', 'sheet.module.css']) writeFileSync(join(root, 'src', 'ui', file), '');
writeFileSync(
  join(root, 'src', 'ui', 'index.ts'),
  `export { Button, type Look } from './buttons/button.tsx';\nexport { default as sheetStyles } from './sheet.module.css';\n`,
);

function transform(code: string): string {
  const { transform: hook } = throughFacesPlugin(root);
  if (typeof hook !== 'object') throw new Error('the plugin has no transform');
  const handler = hook.handler as (code: string, id: string) => { code: string };
  return handler(code, '/app/src/app/shell.tsx').code;
}

test('names are imported from the files behind the face, styles too, types are dropped', () => {
  const code = `import {\n  Button,\n  type Look,\n  sheetStyles as styles,\n} from '#src/ui/index.ts';\nrun();\n`;
  expect(transform(code)).toBe(
    `import { Button as Button } from '#src/ui/buttons/button.tsx'; import { default as styles } from '#src/ui/sheet.module.css';\n\n\n\n\nrun();\n`,
  );
});

test('other imports and type-only ones stay as they are', () => {
  const code = `import type { Look } from '#src/ui/index.ts';\nimport { useState } from 'react';\n`;
  expect(transform(code)).toBe(code);
});

test('a name that the face does not have stops the build', () => {
  expect(() => transform(`import { Slider } from '#src/ui/index.ts';`)).toThrow('#src/ui/index.ts has no Slider');
});
