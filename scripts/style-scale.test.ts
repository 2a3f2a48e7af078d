import { preprocessCSS, resolveConfig } from 'vite';
import { expect, test } from 'vitest';
import { styleScale } from './style-scale.ts';

/** Returns the style sheet as a device gets it. */
async function written(css: string): Promise<string> {
  const scale = ':root {\n  --space-1: 4px;\n  --space-3: 12px;\n}';
  const plugins = [styleScale(scale, { phone: '(max-width: 719px)' })];
  const config = await resolveConfig({ configFile: false, css: { postcss: { plugins } } }, 'build');
  return (await preprocessCSS(css, 'sheet.css', config)).code;
}

test('names from the scale are replaced by their values and queries, others are left', async () => {
  expect(
    await written('@media print and (--phone) { a { margin: calc(-1 * var(--space-3)) var(--space-1) var(--page) } }'),
  ).toBe('@media print and (max-width: 719px) { a { margin: calc(-1 * 12px) 4px var(--page) } }');
});

test('an unknown media query is an error', async () => {
  await expect(written('@media (--fone) { a { margin: 0 } }')).rejects.toThrow('fone');
});
