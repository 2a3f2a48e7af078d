import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { joinedIcon } from './joined-icons.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const codeOf = (icon: string): string => {
  const code = readFileSync(`${root}node_modules/lucide-react/dist/esm/icons/${icon}.mjs`, 'utf8');
  const [, other] = /export \{ default \} from '\.\/([\w-]+)\.mjs'/.exec(code) ?? [];
  return other === undefined ? code : codeOf(other);
};
const pathIn = (code: string) => /node: \[\["path", \{ d: "([^"]*)", key: "0" \}\]\]/.exec(code)?.[1];

test('a handle of six circles is one path', () => {
  const path = pathIn(joinedIcon(codeOf('grip-vertical')));
  expect(path?.match(/M/g)).toHaveLength(6);
  expect(path).toMatch(/^M8 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM8 5/);
});

test('a path that begins at the origin is not moved behind another one', () => {
  const icon = (...shapes: string[]) => `{ node: [${shapes.join(', ')}] };`;
  const joined = (...shapes: string[]) => pathIn(joinedIcon(icon(...shapes)));
  expect(joined('["path", { d: "M4 4h8", key: "a" }]', '["path", { d: "m21 21-4.34-4.34", key: "b" }]')).toBe(
    'M4 4h8M21 21l-4.34-4.34',
  );
  expect(joined('["path", { d: "m15 5 4 4", key: "a" }]')).toBe('M15 5l4 4');
  expect(joined('["path", { d: "m9 11a2 2 0 0 1 2 2", key: "a" }]')).toBe('M9 11a2 2 0 0 1 2 2');
  expect(joined('["rect", { width: "8", height: "6", x: "2", y: "4", rx: "1", key: "a" }]')).toBe(
    'M3 4h6a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1z',
  );
  const filled = icon('["circle", { cx: "8", cy: "8", r: ".5", fill: "currentColor", key: "a" }]');
  expect(joinedIcon(filled)).toBe(filled);
});

test('every icon that the app draws is one path, but for the key with its filled hole', () => {
  const names = globSync('src/**/*.{ts,tsx}', { cwd: root }).flatMap((file) => [
    ...readFileSync(root + file, 'utf8').matchAll(/from 'lucide-react\/icons\/([\w-]+)'/g),
  ]);
  const icons = [...new Set(names.map(([, name]) => name ?? ''))];
  expect(icons.length).toBeGreaterThan(50);
  expect(icons.filter((icon) => pathIn(joinedIcon(codeOf(icon))) === undefined)).toEqual(['key-round']);
});

test('a library that is built otherwise fails the build', () => {
  expect(() => joinedIcon('const node = 1;')).toThrow('built otherwise');
});
