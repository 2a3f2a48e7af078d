import { randomBytes } from 'node:crypto';
import { copyFile, open, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { chunkBytes } from '#contract/upload.ts';
import type { CellRun } from '../cell-run.ts';

/** A copy of the recording that is the cell's own: what a person may edit or delete while it is being sent. */
export class SourceFile {
  readonly path: string;
  readonly #run: CellRun;

  private constructor(run: CellRun, path: string) {
    this.#run = run;
    this.path = path;
  }

  static async make(run: CellRun): Promise<SourceFile> {
    const file = new SourceFile(run, join(run.stand.folder, `source of ${run.protocolId}.mp4`));
    run.atEnd(() => rm(file.path, { force: true }));
    await copyFile(run.recording.path, file.path);
    // A browser knows a changed file by its time, in whole seconds.
    const past = new Date(Date.now() - 3_600_000);
    await utimes(file.path, past, past);
    return file;
  }

  /** Other bytes in every chunk, and the same size. */
  async edit(): Promise<void> {
    const handle = await open(this.path, 'r+');
    for (let index = 0; index < this.#run.recording.chunks; index++) {
      await handle.write(randomBytes(64), 0, 64, index * chunkBytes + 64);
    }
    await handle.close();
  }

  async delete(): Promise<void> {
    await rm(this.path);
  }
}
