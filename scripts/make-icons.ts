import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';

// Draws public/icons/*.png from icon.svg: `node scripts/make-icons.ts`, after the drawing changed.
const folder = new URL('../public/icons/', import.meta.url);
const drawing = await readFile(new URL('icon.svg', folder), 'utf8');

// The system cuts its own shape out of a maskable icon: the ground bleeds, the letter stays inside the safe circle.
const maskable = drawing.replace(' rx="112"', '').replace('viewBox="0 0 512 512"', 'viewBox="-64 -64 640 640"');
const bleeding = maskable.replace('<rect width="512" height="512"', '<rect x="-64" y="-64" width="640" height="640"');
// Only the alpha of a monochrome icon counts.
const monochrome = drawing.replace(/<rect[^>]*\/>/, '').replaceAll(/fill="#[0-9a-f]+"/g, 'fill="#000"');

const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage();
  for (const [name, svg, size] of [
    ['any-192', drawing, 192],
    ['any-512', drawing, 512],
    ['maskable-512', bleeding, 512],
    ['monochrome-512', monochrome, 512],
    ['apple-touch-180', bleeding, 180],
  ] as const) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px}</style>${svg}`);
    await writeFile(new URL(`${name}.png`, folder), await page.screenshot({ omitBackground: true }));
  }
} finally {
  await browser.close();
}
