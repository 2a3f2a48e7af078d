import { AsyncLocalStorage } from 'node:async_hooks';
import { constants, readFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Names or paths of the programs, as the environment gives them. */
export type MediaTools = {
  ffmpeg: string;
  ffprobe: string;
  /** How long a program may show no sign of work before it is ended. Milliseconds. */
  stallMs?: number;
  /** Length in seconds of the sections that an encoded video is kept in; by default the processing sets it. */
  sectionSeconds?: number;
};

/** The paths of both programs, or undefined where one is missing. Looked up each time: it may be installed later. */
export async function findMediaTools(tools: MediaTools): Promise<MediaTools | undefined> {
  const [ffmpeg, ffprobe] = await Promise.all([findProgram(tools.ffmpeg), findProgram(tools.ffprobe)]);
  return ffmpeg && ffprobe ? { ...tools, ffmpeg, ffprobe } : undefined;
}

/** The path of a program named by a path or found on PATH. */
export async function findProgram(name: string): Promise<string | undefined> {
  if (name === '') return undefined;
  const places = name.includes('/') ? [name] : (process.env.PATH ?? '').split(delimiter).map((dir) => join(dir, name));
  for (const place of places) {
    const runnable = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runnable) return place;
  }
  return undefined;
}

/** Peak memory of the largest of some programs, in bytes; 0 where the system does not tell. */
type ProgramUse = { memory: number };

const used = new AsyncLocalStorage<ProgramUse>();
const lookEveryMs = 100;

/** Records in `use` what the programs that run within `work` take. */
export function measurePrograms<T>(use: ProgramUse, work: () => Promise<T>): Promise<T> {
  return used.run(use, work);
}

/** Measures a program if `measurePrograms` is active. @returns a function that ends it */
export function watchMemory(pid: number | undefined): () => void {
  const use = used.getStore();
  if (!use || pid === undefined || process.platform !== 'linux') return () => undefined;
  const look = () => {
    use.memory = Math.max(use.memory, maxMemoryOf(pid));
  };
  const timer = setInterval(look, lookEveryMs);
  return () => clearInterval(timer);
}

/** The kernel reports the peak of a process, so nothing between two samples is missed, except after the last one. */
function maxMemoryOf(pid: number): number {
  try {
    const kilobytes = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    // It has ended.
    return 0;
  }
}
