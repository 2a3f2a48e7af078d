import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { flush } from '#server/platform/storage/index.ts';

const state = z.object({ complaints: z.string(), isWhole: z.boolean() });
/** What was said while they were made, and whether nothing is missing. */
type KeptState = z.infer<typeof state>;

/**
 * What a long step has made so far, on the disk for good, so that a server that was killed goes on with it. The names tell how it was
 * made: what another version would make otherwise is not found.
 */
export class KeptFiles {
  readonly #folder: string;
  readonly #name: string;

  /** @param made by which arguments */
  constructor(folder: string, made: readonly string[]) {
    this.#folder = folder;
    this.#name = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 16);
  }

  /** Their paths, in the order in which they were made. */
  async list(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(missing);
    const own = names?.filter((name) => name.startsWith(`${this.#name}-`)) ?? [];
    return own.sort().map((name) => join(this.#folder, name));
  }

  /** Takes a file in behind those that are there. */
  async add(path: string): Promise<void> {
    const count = (await this.list()).length;
    await this.#take(path, `${this.#name}-${String(count).padStart(6, '0')}`);
  }

  async readState(): Promise<KeptState> {
    const text = await readFile(join(this.#folder, `${this.#name}.json`), 'utf8').catch(missing);
    return (
      state.safeParse(text === undefined ? undefined : JSON.parse(text)).data ?? { complaints: '', isWhole: false }
    );
  }

  /** @param workDir where it is written before it is there */
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

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
