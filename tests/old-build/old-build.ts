import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Answers } from './answers.ts';
import type { Device, StoredRows } from './device.ts';

/** Facts that the files beside it do not contain. */
export interface BuildFacts {
  commit: string;
  /** Digest of the half-sent video. */
  sha256: string;
  /** Ids of the changed things. */
  things: Record<'conflict' | 'work' | 'spoken' | 'recorded' | 'deleted' | 'sent' | 'paused' | 'left', string>;
}

const read = (name: string) => readFile(join(import.meta.dirname, 'files', name));
const unzip = async <T>(name: string): Promise<T> => JSON.parse(gunzipSync(await read(name)).toString());

export const oldBuildFacts = async (): Promise<BuildFacts> => JSON.parse((await read('facts.json')).toString());

/** Answers of the old build's server, by the asking person. */
export const oldAnswers = (): Promise<Answers> => unzip('answers.json.gz');

/**
 * Storage of the browser, dated as if the build had been left a moment ago: the cache drops what is older than a week.
 */
export async function oldDevice(): Promise<Device> {
  const device = await unzip<Device>('device.json.gz');
  const passed = Date.now() - device.takenAt;
  for (const { value } of rowsOf(device, 'protokol-cache', 'queries')) {
    if (typeof value !== 'object' || value === null) continue;
    const row = value as Record<'updatedAt' | 'usedAt', number>;
    row.updatedAt += passed;
    row.usedAt += passed;
  }
  return device;
}

/** Returns the rows of a store in their dumped form, with packed files. */
export function rowsOf({ databases }: Device, database: string, store: string): StoredRows['rows'] {
  const found = databases.find(({ name }) => name === database)?.stores.find(({ name }) => name === store);
  if (!found) throw new Error(`No store ${store} in ${database}`);
  return found.rows;
}

/** Unpacks the data folder of the old server. */
export const unpackServer = (folder: string): Promise<void> => unpack('server.tar.zst', folder);

/** Unpacks the server of a version before this one, into a folder below that of the packages, which it shares. */
export const unpackEarlierServer = (folder: string): Promise<void> => unpack('earlier-server.tar.zst', folder);

async function unpack(name: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const tar = spawn('tar', ['-C', folder, '-x'], { stdio: ['pipe', 'inherit', 'inherit'] });
  tar.stdin.end(zstdDecompressSync(await read(name)));
  const [code] = await once(tar, 'close');
  if (code !== 0) throw new Error(`tar ended with ${code}`);
}
