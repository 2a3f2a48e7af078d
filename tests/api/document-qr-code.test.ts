import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { buildDocument } from '#contract/documents/printed/build-document.ts';
import type { DocumentKind, PrintSettings } from '#contract/documents/printed/document-input.ts';
import { sampleProtocol } from '#contract/documents/printed/sample-protocol.ts';
import { writeDocx } from '#server/modules/documents/docx-writer.ts';
import { writePdf } from '#server/modules/documents/pdf-writer.ts';
import { accessibilityFaults, wordsOfFigures } from '#tests/support/pdf-structure.ts';
import { dotsOfPage, readPdf } from '#tests/support/pdf-tools.ts';
import { zipEntries } from '#tests/support/zip-entries.ts';

const link = 'https://protokol.example.ru/main/protocols/0199f3a2-7c1b-7d54-9a63-2f0b8b0c1d2e';
const settings: PrintSettings = { presentLimit: 3, timeZone: 'Europe/Moscow', qrCode: true };
const input = { ...sampleProtocol, link };

function built(kind: DocumentKind = { form: 'full' }, change: Partial<PrintSettings> = {}) {
  const model = buildDocument(input, { ...settings, ...change }, kind);
  if (!model) throw new Error('There is no such document');
  return model;
}

const readCode = (width: number, height: number, data: Uint8Array) =>
  decodeQR({ width, height, data: Uint8ClampedArray.from(data) }, { format: 'RGB' });

/** Decodes a picture as a word processor draws it, in three bytes per pixel. */
function dotsOf(picture: Buffer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'qr-code-'));
  try {
    writeFileSync(join(folder, 'code.gif'), picture);
    const dots = ['-v', 'error', '-i', join(folder, 'code.gif'), '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'];
    return execFileSync('ffmpeg', dots);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the QR code on the last page of the PDF, and on no other, holds the link to the protocol', async () => {
  const file = await writePdf(built());
  const { pages } = await readPdf(file);
  expect(pages.length).toBeGreaterThan(1);
  const last = await dotsOfPage(file, pages.length);
  expect(readCode(last.width, last.height, last.data)).toBe(link);
  const first = await dotsOfPage(file, 1);
  expect(() => readCode(first.width, first.height, first.data)).toThrow();
  expect(accessibilityFaults(file)).toEqual([]);
  expect(wordsOfFigures(file)).toEqual([`QR-код: ${link}`]);
});

test('the DOCX has the same QR code, with an alternative text', async () => {
  const entries = zipEntries(Buffer.from(await writeDocx(built())));
  const picture = [...entries].find(([name]) => name.endsWith('.gif'))?.[1];
  if (!picture) throw new Error('There is no picture');
  const [width, height] = [picture[6], picture[8]].map((low = 0, index) => low + 256 * (picture[7 + 2 * index] ?? 0));
  const data = dotsOf(picture);
  expect(readCode(width ?? 0, height ?? 0, data)).toBe(link);
  expect(String(entries.get('word/document.xml'))).toContain(`descr="QR-код: ${link}"`);
});

test('there is no QR code when the setting is off, nor on a signature sheet', () => {
  expect(built({ form: 'full' }, { qrCode: false })).not.toHaveProperty('qrCode');
  expect(built({ form: 'short' }).qrCode).toBe(link);
  expect(built({ form: 'agreement' })).not.toHaveProperty('qrCode');
});
