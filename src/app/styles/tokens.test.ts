import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Oklch = readonly [lightness: number, chroma: number, hue: number];

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const tokens = new Map<string, readonly [light: Oklch, dark: Oklch]>();
for (const [, name, light, dark] of css.matchAll(/--([\w-]+): light-dark\(oklch\(([\d. ]+)\), oklch\(([\d. ]+)\)\)/g)) {
  tokens.set(name ?? '', [triple(light), triple(dark)]);
}

function triple(text = ''): Oklch {
  const [l = 0, c = 0, h = 0] = text.split(' ').map(Number);
  return [l, c, h];
}

/** Relative luminance (WCAG) of an oklch colour; the matrices are by Björn Ottosson. */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  const red = clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(front: string, back: string, theme: 0 | 1): number {
  const pair = [front, back].map((name) => {
    const found = tokens.get(name);
    if (!found) throw new Error(`no token ${name}`);
    return luminance(found[theme]);
  });
  return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
}

const grounds = ['paper', 'surface', 'sunken'];
const text = [
  ...['ink', 'ink-2', 'ink-3', 'accent-ink', 'ok', 'warn', 'bad'].flatMap((ink) => grounds.map((on) => [ink, on])),
  ...['ok', 'warn', 'bad'].flatMap((state) =>
    [state, 'ink', 'ink-2', 'accent-ink'].map((ink) => [ink, `${state}-soft`]),
  ),
  ...['accent-ink', 'ink', 'ink-2'].map((ink) => [ink, 'accent-soft']),
  ...['accent', 'accent-hover'].map((fill) => ['on-accent', fill]),
  ...['bad', 'bad-hover'].map((fill) => ['on-accent', fill]),
  ['rail-ink', 'rail'],
  ['rail-bright', 'rail'],
  ['rail-bright', 'rail-active'],
  ['inverse-ink', 'inverse'],
] as [string, string][];

const shapes = [
  ...['line-strong', 'accent'].flatMap((line) => grounds.map((on) => [line, on])),
  ...['ok', 'warn', 'bad', 'accent'].map((icon) => [icon, `${icon}-soft`]),
  ...['ok', 'warn', 'bad'].map((tone) => [`inverse-${tone}`, 'inverse']),
  ...['warn', 'bad'].flatMap((tone) => ['rail', 'rail-active'].map((on) => [`rail-${tone}`, on])),
] as [string, string][];

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('the %s theme', (_name, theme) => {
  test.each(text)('text %s on %s has 4.5:1', (front, back) => {
    expect(contrast(front, back, theme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(shapes)('borders and icons %s on %s have 3:1', (front, back) => {
    expect(contrast(front, back, theme)).toBeGreaterThanOrEqual(3);
  });
});
