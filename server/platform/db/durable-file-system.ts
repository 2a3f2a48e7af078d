import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Options = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts'];
/** The parts of Emscripten's NODEFS that `fsync` needs: it implements none itself. */
type Stream = { nfd?: number; node: unknown };
type NodeFileSystem = { realPath(node: unknown): string; stream_ops: { fsync?: (stream: Stream) => number } };

/**
 * The folder of an embedded database whose `fsync` reaches the disk. PGlite's own does nothing, so a power failure
 * could lose an acknowledged row. PostgreSQL then syncs what it always does: the log at each commit, the tables before
 * a checkpoint; reading costs nothing. The engine must be started with `durableParameters`.
 */
export class DurableFileSystem extends NodeFS {
  override async init(pg: PGlite, options: Options): Promise<{ emscriptenOpts: Options }> {
    const { emscriptenOpts } = await super.init(pg, options);
    const addSync = (module: { NODEFS: unknown }) => {
      const files = module.NODEFS as NodeFileSystem;
      files.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) fdatasyncSync(stream.nfd);
        else syncFolder(files.realPath(stream.node));
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } };
  }
}

/** PGlite starts with `-F` (no syncs), and its build knows `fsync` but not `fdatasync`. */
export function durableParameters(defaults: readonly string[]): string[] {
  return [...defaults.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync'];
}

function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    // Windows cannot open a folder; its file system keeps names in a journal.
    if (process.platform !== 'win32') throw error;
  }
}
