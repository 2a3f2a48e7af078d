import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';

// Draws public/icons/*.png from icon.svg: `node scripts/make-icons.ts`, after the drawing changed.
const folder = new URL('../public/icons/', import.meta.url);
const drawing = await readFile(new URL('icon.svg', folder), 'utf8');

// The system cuts its own shape out of a maskable icon, so the background fills the square; the letter is within the
// safe circle anyway.
const bleeding = drawing.replace(' rx="112"', '');
// Only the alpha of a monochrome icon counts.
const monochrome = drawing.replace(/<rect[^>]*\/>/, '').replaceAll(/fill="#[0-9a-f]+"/g, 'fill="#000"');

// A shortcut's icon is listed beside others in a system menu: the same background, with a symbol of what it creates.
const shortcut = (thing: string) =>
  drawing.replace(
    /<path.*(?=<\/svg>)/,
    `<g fill="none" stroke="#fff" stroke-width="32" stroke-linecap="round" stroke-linejoin="round">${thing}</g>
    <path stroke="#87a9f2" stroke-width="36" stroke-linecap="round" d="M356 308v112m-56-56h112"/>`,
  );
const newProtocol = shortcut('<path d="M244 396H160V116h128l80 80v44M288 116v80h80M216 268h72M216 332h32"/>');
const newMeeting = shortcut('<path d="M244 396H128V148h256v96M128 220h256M192 108v72M320 108v72"/>');

const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage();
  for (const [name, svg, size] of [
    ['any-192', drawing, 192],
    ['any-512', drawing, 512],
    ['maskable-192', bleeding, 192],
    ['maskable-512', bleeding, 512],
    ['monochrome-512', monochrome, 512],
    ['apple-touch-180', bleeding, 180],
    ['new-protocol-96', newProtocol, 96],
    ['new-protocol-192', newProtocol, 192],
    ['new-meeting-96', newMeeting, 96],
    ['new-meeting-192', newMeeting, 192],
  ] as const) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px}</style>${svg}`);
    await writeFile(new URL(`${name}.png`, folder), await page.screenshot({ omitBackground: true }));
  }
} finally {
  await browser.close();
}
