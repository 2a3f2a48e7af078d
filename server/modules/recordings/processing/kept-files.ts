import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { flush } from '#server/platform/storage/index.ts';
import { parseKept } from './parse-kept.ts';

const state = z.object({ complaints: z.string(), isWhole: z.boolean() });
/** ffmpeg's messages while the files were made, and whether all of them are complete. */
type KeptState = z.infer<typeof state>;

/**
 * Files that a long step has finished so far, kept on the disk so that a killed server can continue. Their names
 * contain a hash of how they were made, so that a version that would make them differently does not find them.
 */
export class KeptFiles {
  readonly #folder: string;
  readonly #name: string;

  /** @param made arguments with which the files are made */
  constructor(folder: string, made: readonly string[]) {
    this.#folder = folder;
    this.#name = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 16);
  }

  /** Returns the paths in the order in which the files were made. */
  async list(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(ifMissing);
    const own = names?.filter((name) => name.startsWith(`${this.#name}-`)) ?? [];
    return own.sort().map((name) => join(this.#folder, name));
  }

  /** Adds a file after the existing ones. */
  async add(path: string): Promise<void> {
    const count = (await this.list()).length;
    await this.#take(path, `${this.#name}-${String(count).padStart(6, '0')}`);
  }

  async readState(): Promise<KeptState> {
    const text = await readFile(join(this.#folder, `${this.#name}.json`), 'utf8').catch(ifMissing);
    return state.safeParse(parseKept(text ?? '')).data ?? { complaints: '', isWhole: false };
  }

  /** @param workDir folder in which the file is written before it is moved to its place */
  async writeState(now: KeptState, workDir: string): Promise<void> {
    const path = join(workDir, `${this.#name}.json`);
    await writeFile(path, JSON.stringify(now));
    await this.#take(path, `${this.#name}.json`);
  }

  async #take(path: string, name: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await flush(path);
    await rename(path, join(this.#folder, name));
    await flush(this.#folder);
  }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
