import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { uuidv7 } from 'uuidv7';
import { type DocumentFormat, documentFormats } from '#contract/documents/document.ts';
import type { Db } from '#server/platform/db/index.ts';
import { type JobRun, type Jobs, type Retries, untilAborted } from '#server/platform/jobs/index.ts';
import { keepFiles, removeDiscarded, reserveFile, type Storage } from '#server/platform/storage/index.ts';
import type { Asker } from '#server/platform/threads/index.ts';
import { type FinalVersion, getVersion, type KeptFile, noteFile } from './version-repository.ts';
import { documentTypes } from './write-document.ts';

export type KeeperDeps = {
  db: Db;
  storage: Storage;
  jobs: Jobs;
  clock: () => Date;
  /** Writes the full form of a version. */
  write: (version: FinalVersion, format: DocumentFormat, asker?: Asker) => Promise<Uint8Array>;
};

export interface VersionKeeper {
  /** Returns the file of a version in its full form: made on the first call, the same bytes on every later one. */
  keep(version: FinalVersion, format: DocumentFormat, asker?: Asker): Promise<KeptFile>;
  /** Returns the bytes of a kept file. Rejects if their hash differs from the recorded one. */
  read(file: KeptFile): Promise<Buffer>;
  /** Queues the making of a version's files in the background, once the transaction of `db` is committed. */
  order(versionId: string, db?: Db): Promise<void>;
}

type Job = { versionId: string };

const queue = 'keep-version';
/**
 * Spreads the attempts over about a day. Without the pauses a full disk would keep the document thread busy with
 * attempts that fail at once.
 */
export const printRetries: Retries = { limit: 110, firstPauseSeconds: 5, longestPauseSeconds: 15 * 60 };
/** Longer than a storage takes for a document, so that only a file whose server died is removed. */
const unusedMs = 24 * 3_600_000;

/** Thrown when the protocol was deleted meanwhile, so that the file is not needed. */
export class VersionGone extends Error {}

/** Keeps the files of final versions in the storage, byte for byte as they were first printed. */
export function createVersionKeeper(deps: KeeperDeps): VersionKeeper {
  const { db, storage, jobs } = deps;

  async function keep(version: FinalVersion, format: DocumentFormat, asker?: Asker): Promise<KeptFile> {
    const made = version.files[format];
    if (made) return made;
    const bytes = await deps.write(version, format, asker);
    const file = {
      // Two concurrent calls write two files: the first recorded one stays, the other is removed.
      key: `documents/${version.protocolId}/${version.edition}-${uuidv7()}.${format}`,
      sha256: sha256Of(bytes),
    };
    await reserveFile(db, file.key, new Date(deps.clock().getTime() + unusedMs));
    await storage.put(file.key, bytes, documentTypes[format]);
    const isFirst = await db.transaction(async (tx) => {
      if (!(await noteFile(tx, version.id, format, file))) return false;
      if (!(await keepFiles(tx, [file.key]))) throw new Error(`${file.key} was removed before it was noted`);
      return true;
    });
    if (isFirst) return file;
    await removeDiscarded(db, storage, file.key);
    const first = (await getVersion(db, version.id))?.files[format];
    if (!first) throw new VersionGone(`The version ${version.id} is gone`);
    return first;
  }

  jobs.handle<Job>(
    queue,
    ({ data, signal }: JobRun<Job>) => {
      const both = async () => {
        for (const format of documentFormats) {
          const version = await getVersion(db, data.versionId);
          if (version && !signal.aborted) await keep(version, format);
        }
      };
      return untilAborted(both(), signal).catch((error: unknown) => {
        if (!(error instanceof VersionGone)) throw error;
      });
    },
    printRetries,
  );

  return {
    keep,
    async read(file) {
      const bytes = await buffer(await storage.read(file.key));
      if (sha256Of(bytes) !== file.sha256) throw new Error(`${file.key} is not what was kept`);
      return bytes;
    },
    async order(versionId, within) {
      await jobs.send(queue, versionId, { versionId } satisfies Job, within);
    },
  };
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
