import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Figure } from '../table.ts';
import { precacheLimit } from './route-limits.ts';

const built = fileURLToPath(new URL('../../dist/', import.meta.url));

/** Measures what the service worker of the build fetches in advance: over the network and on the device. */
export async function weighPrecache(): Promise<Figure[]> {
  const worker = await readFile(`${built}sw.js`, 'utf8');
  const files = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, url]) => `${built}${url}`);
  const onLine = await sum(files, (file) => (existsSync(`${file}.br`) ? `${file}.br` : file));
  const onDevice = await sum(files, (file) => file);
  return [
    {
      what: `запас на случай без сети (${files.length} файлов)`,
      measured: `${megabytes(onLine)} по сети`,
      reference: `${megabytes(onDevice)} на устройстве`,
      target: `≤ ${megabytes(precacheLimit)}`,
      holds: onLine <= precacheLimit && files.length > 20,
    },
  ];
}

async function sum(files: readonly string[], choose: (file: string) => string): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(choose(file))).size));
  return sizes.reduce((all, size) => all + size, 0);
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(2)} МБ`;
