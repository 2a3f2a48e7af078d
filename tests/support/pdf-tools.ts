import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
type Word = { text: string; xMin: number; yMin: number; xMax: number; yMax: number };
export type ReadPdf = { pages: { text: string; words: Word[] }[]; fonts: string[][]; info: string; outline: string[] };

/** Reads a PDF by poppler's tools, as another program does. Positions are in points from the top left corner. */
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

/** Renders a page of a PDF as a printer at 200 dpi does, in three bytes per pixel. */
export async function dotsOfPage(
  file: Uint8Array,
  page: number,
): Promise<{ width: number; height: number; data: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'print-pdf-'));
  const path = join(folder, 'file.pdf');
  try {
    await writeFile(path, file);
    const options = { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 } as const;
    const pages = ['-f', String(page), '-l', String(page)];
    const { stdout } = await run('pdftoppm', ['-r', '200', ...pages, path], options);
    const head = /^P6\n(\d+) (\d+)\n255\n/.exec(stdout.subarray(0, 40).toString('latin1'));
    if (!head) throw new Error('pdftoppm wrote no picture');
    return { width: Number(head[1]), height: Number(head[2]), data: stdout.subarray(head[0].length) };
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
