import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
type Word = { text: string; xMin: number; yMin: number; xMax: number; yMax: number };
export type ReadPdf = { pages: { text: string; words: Word[] }[]; fonts: string[][]; info: string; outline: string[] };

/** Reads a PDF by poppler's tools, as any other program would. Places in points from the top left corner. */
export async function readPdf(file: Uint8Array): Promise<ReadPdf> {
  const folder = await mkdtemp(join(tmpdir(), 'read-pdf-'));
  const path = join(folder, 'file.pdf');
  try {
    await writeFile(path, file);
    const options = { maxBuffer: 256 * 1024 * 1024 };
    const [text, boxes, fonts, info, outline] = await Promise.all([
      run('pdftotext', ['-raw', path, '-'], options),
      run('pdftotext', ['-bbox', path, '-'], options),
      run('pdffonts', [path]),
      run('pdfinfo', [path]),
      run('pdftohtml', ['-xml', '-i', '-stdout', path], options),
    ]);
    const words = boxes.stdout.split('<page ').slice(1).map(wordsOf);
    const pages = text.stdout.split('\f').slice(0, -1);
    return {
      pages: pages.map((page, index) => ({ text: page, words: words[index] ?? [] })),
      fonts: fonts.stdout
        .trim()
        .split('\n')
        .slice(2)
        .map((line) => line.split(/\s+/)),
      info: info.stdout,
      outline: [...outline.stdout.matchAll(/<item page="\d+">(.*?)<\/item>/g)].map((match) => match[1] ?? ''),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const wordPattern = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g;

function wordsOf(page: string): Word[] {
  return [...page.matchAll(wordPattern)].map(([, xMin, yMin, xMax, yMax, text = '']) => ({
    text,
    xMin: Number(xMin),
    yMin: Number(yMin),
    xMax: Number(xMax),
    yMax: Number(yMax),
  }));
}
