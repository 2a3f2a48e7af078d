import { constants } from 'node:fs';
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
