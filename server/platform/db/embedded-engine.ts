import { PGlite } from '@electric-sql/pglite';
import { DurableFileSystem } from './durable-file-system.ts';
import { startParameters } from './start-parameters.ts';

/** Files in a folder, whose commits wait for the disk; or an archive of such a folder, unpacked into memory. */
export type EnginePlace = { folder: string } | { archive: Uint8Array<ArrayBuffer> };

/** Starts PostgreSQL in this thread. */
export function startEngine(place: EnginePlace): Promise<PGlite> {
  if ('folder' in place) {
    return PGlite.create({ fs: new DurableFileSystem(place.folder), startParams: startParameters(true) });
  }
  return PGlite.create({
    loadDataDir: new Blob([place.archive], { type: 'application/x-tar' }),
    startParams: startParameters(false),
  });
}
