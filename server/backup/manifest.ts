import { randomInt } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { StartError } from '#server/config/read-config.ts';
import type { Storage } from '#server/platform/storage/index.ts';

const kept = z.object({
  /** A key of the storage, or a path in the data folder. */
  key: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** For a file of the storage, its place at the destination; in format 1 that was its key. */
  at: z.optional(z.string()),
});

const manifest = z.object({
  format: z.literal([1, 2]),
  /** The moment of the copied state, in ISO 8601. */
  made_at: z.string(),
  /** Version of the server that made it. */
  version: z.string(),
  database: z.object({ kind: z.enum(['pglite', 'postgres']), migrations: z.int(), sha256: z.string() }),
  has_secret: z.boolean(),
  files: z.array(kept),
  /** Files of the data folder besides the database: unfinished uploads, mails of a server without SMTP. */
  local: z.array(kept),
});

/** What a backup consists of. It is written last: without it a folder is no backup. */
export type Manifest = z.output<typeof manifest>;
/** A file of a backup with its digest. */
export type KeptFile = z.output<typeof kept>;

/**
 * Where the parts of backups lie. All backups at a destination share the files of the storage. A few of those change
 * under their key, so each content has its own place, and no backup overwrites what another one names. Everything else
 * lies in the folder of its backup, which is named by its moment.
 */
export const places = {
  files: 'files',
  file: (key: string, sha256: string) => `files/${key}.${sha256}`,
  kept: ({ at, key }: Pick<KeptFile, 'at' | 'key'>) => at ?? `files/${key}`,
  database: (name: string) => `${name}/database`,
  secret: (name: string) => `${name}/secret`,
  local: (name: string, key: string) => `${name}/local/${key}`,
  manifest: (name: string) => `${name}/backup.json`,
};

/** `2026-11-26T08-15-30Z-482913`: two machines may begin in the same second. Digits alone, as older versions list them. */
export function backupName(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${randomInt(100_000, 1_000_000)}`;
}

/** Whether a key of the place is one that a backup writes. */
export function isBackupKey(key: string): boolean {
  return /^files\/.+\.[0-9a-f]{64}$|^[\dTZ-]+\/(?:database$|secret$|backup\.json$|local\/)/.test(key);
}

/** The names of the whole backups in a place, the newest first. */
export async function listBackups(place: Storage): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of place.list()) {
    const name = /^([\dTZ-]+)\/backup\.json$/.exec(key)?.[1];
    if (name) names.push(name);
  }
  return names.sort().reverse();
}

export async function readManifest(place: Storage, name: string): Promise<Manifest> {
  const text = (await buffer(await place.read(places.manifest(name)))).toString();
  try {
    return manifest.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(`Опись копии ${name} повреждена или сделана более новой версией.`, { cause });
  }
}

export async function writeManifest(place: Storage, name: string, contents: Manifest): Promise<void> {
  await place.put(places.manifest(name), Buffer.from(`${JSON.stringify(contents, undefined, 1)}\n`));
}
