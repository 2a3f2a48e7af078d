import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '#tests/support/processes.ts';

/** Fault of a program in place of its work: it hangs, its disk is full, or the system kills it. */
type Fault = 'hang' | 'full' | 'kill';

const wrapper = (folder: string, program: string) => `#!/bin/bash
line="${program} $*"
echo "$line" >> ${folder}/log
# A file that is being written or removed has no words: that is no trouble for whatever starts in this moment.
meets() { local words=$(cat ${folder}/$1 2> /dev/null); [ -n "$words" ] && [[ "$line" == *$words* ]]; }
if meets hang; then echo $$ > ${folder}/hung; exec sleep 3600; fi
if meets kill; then kill -KILL $$; fi
if meets full; then exec ${program} "\${@:1:$#-1}" /dev/full; fi
exec ${program} "$@"
`;

/** ffmpeg and ffprobe for a server, which fail on demand and log how often they were started. */
export class MediaPrograms {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.ffmpeg = join(folder, 'ffmpeg');
    this.ffprobe = join(folder, 'ffprobe');
  }

  static async install(): Promise<MediaPrograms> {
    const folder = await mkdtemp(join(tmpdir(), 'protokol-programs-'));
    for (const program of ['ffmpeg', 'ffprobe']) {
      await writeFile(join(folder, program), wrapper(folder, program), { mode: 0o755 });
    }
    return new MediaPrograms(folder);
  }

  /**
   * From now on programs started with these words on their command line have this fault; `*` stands for anything
   * between.
   */
  async trouble(kind: Fault, words: string): Promise<void> {
    await rm(join(this.#folder, 'hung'), { force: true });
    await writeFile(join(this.#folder, kind), words);
  }

  /** Ends this fault. */
  async mend(kind: Fault): Promise<void> {
    await rm(join(this.#folder, kind));
  }

  /** Resolves with the id of the process that hangs, once one does. */
  hung(): Promise<number> {
    return until(async () => {
      const id = Number(await readFile(join(this.#folder, 'hung'), 'utf8').catch(() => ''));
      return id > 0 ? id : undefined;
    }, 'a program that hangs');
  }

  /** Returns how often a program was started with all of these words on its command line. */
  async starts(...words: string[]): Promise<number> {
    const log = await readFile(join(this.#folder, 'log'), 'utf8').catch(() => '');
    return log.split('\n').filter((line) => words.every((word) => line.includes(word))).length;
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }
}

/** Resolves when a process has ended; its id may remain until its exit status is read. */
export async function gone(id: number): Promise<void> {
  const line = () => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
  await until(async () => (await line()) === '' || undefined, `the end of process ${id}`);
}
