import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeInSections, isLong } from './encode-in-sections.ts';
import { failureOf, type MediaWork, runFfmpeg } from './ffmpeg.ts';
import { type MediaInfo, type PlayablePlan, typeOf } from './media-info.ts';
import { audioArgs, bareArgs, inputArgs, videoArgs } from './playable-args.ts';

/** A file made by a plan; `streams` are its picture and sounds. */
export type Written = { path: string; container: 'mp4' | 'webm'; type: string; streams: string[]; complaints: string };
/** `until`: number of seconds used of the original. */
export type Task = { info: MediaInfo; plan: PlayablePlan; until?: number };

/** Makes a file by a plan: at once, or for a long picture section by section. */
export async function writePlayable(original: string, task: Task, work: MediaWork): Promise<Written> {
  const { info, plan, until } = task;
  const path = join(work.workDir, `playable.${plan.container}`);
  const args = [...videoArgs(plan, info), ...audioArgs(plan, info)];
  const streams = args.filter((arg) => arg === '-map');
  const made = { path, container: plan.container, type: typeOf(plan), streams };
  if (until === undefined && plan.video === 'encode' && isLong(info, work)) {
    return { ...made, complaints: await encodeInSections(original, { info, plan }, path, work) };
  }
  const container = plan.container === 'mp4' ? ['-movflags', '+faststart', '-f', 'mp4'] : ['-f', 'webm'];
  const end = until === undefined ? [] : ['-t', until.toFixed(3)];
  const whole = [...inputArgs(original), ...args, ...end, ...bareArgs, ...container, path];
  const result = await runFfmpeg(whole, info.duration, work);
  const written = result.code === 0 ? (await stat(path)).size : 0;
  if (written === 0 || result.seconds === 0) throw failureOf(result);
  return { ...made, complaints: result.stderr };
}
