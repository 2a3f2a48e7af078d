import { stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptErrors } from '#server/platform/media/index.ts';
import { failureOf, type MediaWork, quietly, runFfmpeg, withPart } from './ffmpeg.ts';
import { KeptFiles } from './kept-files.ts';
import type { MediaInfo, PlayablePlan } from './media-info.ts';
import { audioArgs, bareArgs, inputArgs, pictureOf, soundsOf, unread, videoArgs } from './playable-args.ts';
import { survey } from './survey.ts';

type Task = { info: MediaInfo; plan: PlayablePlan };

/** Length of a section: the maximum that a killed server encodes again; longer for recordings of days. */
const usualSeconds = 120;
const maxSections = 200;
/** Offset in seconds, since the first packets of a picture have negative times, which MPEG-TS cannot store. */
const shift = 10;
/**
 * Seconds before the point of continuation from which the original is read again, since the next pictures may depend on
 * those.
 */
const lead = 10;
/** Containers with an index for seeking. */
const indexed = ['mov', 'matroska'];
const maxPackets = 1_000_000;

/** Returns whether encoding the picture takes so long that its sections are kept. */
export function isLong(info: MediaInfo, work: MediaWork): boolean {
  return work.kept !== undefined && info.duration > secondsOf(info, work);
}

function secondsOf({ duration }: MediaInfo, { tools }: MediaWork): number {
  return Math.max(tools.sectionSeconds ?? usualSeconds, Math.ceil(duration / maxSections));
}

/**
 * Encodes the picture section by section, keeping each finished one, then the whole sound, and joins them without
 * encoding again. After an interruption it continues after the last kept section.
 * @param path the resulting file
 * @returns ffmpeg's messages
 */
export async function encodeInSections(original: string, task: Task, path: string, work: MediaWork): Promise<string> {
  const { info, plan } = task;
  const folder = work.kept ?? work.workDir;
  const picture = new KeptFiles(folder, ['picture', ...videoArgs(plan, info)]);
  const sound = new KeptFiles(folder, ['sound', ...audioArgs(plan, info)]);
  const ofPicture = await encodePicture(original, task, withPart(work, 0, 0.85), picture);
  const hasSound = plan.audio !== 'none';
  const ofSound = hasSound ? await encodeSound(original, task, withPart(work, 0.85, 0.95), sound) : '';
  const list = join(work.workDir, 'sections');
  await writeFile(list, (await picture.list()).map((each) => `${each}\n`).join(''));
  const sections = ['-protocol_whitelist', 'file,concatf', '-f', 'mpegts', '-i', `concatf:${list}`];
  const sounds = hasSound ? (await sound.list()).flatMap((each) => ['-i', `file:${each}`]) : [];
  const maps = ['-map', '0:v', ...(hasSound ? ['-map', '1:a'] : [])];
  const input = ['-copyts', '-itsoffset', String(-shift), ...sections, ...sounds, ...maps];
  const output = ['-c', 'copy', ...bareArgs, '-movflags', '+faststart', '-f', 'mp4', path];
  const result = await runFfmpeg([...input, ...output], info.duration, withPart(work, 0.95, 1));
  if (result.code !== 0 || (await stat(path)).size === 0) throw failureOf(result);
  return ofPicture + ofSound;
}

async function encodePicture(
  original: string,
  { info, plan }: Task,
  work: MediaWork,
  kept: KeptFiles,
): Promise<string> {
  let { complaints, isWhole } = await kept.readState();
  if (isWhole) return complaints;
  const from = await endOf(kept, work);
  const seconds = secondsOf(info, work);
  const chosen = from === undefined ? undefined : `select='gt(t,${from.toFixed(6)})'`;
  // A section begins with the first picture of its time span, whichever that is.
  const begins = `expr:if(isnan(prev_forced_t),1,gt(floor(t/${seconds}),floor(prev_forced_t/${seconds})))`;
  const cuts = [];
  // The first cut must not coincide with the beginning.
  const first = Math.floor(((from ?? 0) + Math.min(1, seconds / 2)) / seconds) + 1;
  for (let at = first; at * seconds < info.duration + 2 * seconds; at += 1) cuts.push(at * seconds + shift);
  const encoded = [...videoArgs(plan, info, chosen), '-force_key_frames', begins, ...bareArgs];
  const times = ['-muxdelay', '0', '-muxpreload', '0', '-output_ts_offset', String(shift)];
  const format = ['-f', 'segment', '-segment_format', 'mpegts', '-segment_format_options', 'mpegts_copyts=1'];
  const listed = ['-segment_times', cuts.join(','), '-segment_list_type', 'csv', '-segment_list', 'pipe:1'];
  const sections = [...encoded, ...times, ...format, ...listed, join(work.workDir, '%06d.ts')];
  const args = [...seekArgs(info, from), ...inputArgs(original), ...sections, ...unread(soundsOf(info), info.audio)];
  const done = ((from ?? 0) / info.duration) * 100;
  if (done > 0) work.progress(Math.floor(done));
  const broken = new AbortController();
  let keeping = Promise.resolve();
  const result = await runFfmpeg(
    args,
    info.duration,
    {
      ...work,
      signal: AbortSignal.any([work.signal, broken.signal]),
      progress: (percent) => percent > done && work.progress(percent),
      complain: (text) => {
        complaints = (complaints + text).slice(-keptErrors);
      },
    },
    (line) => {
      const name = /^(\d+\.ts),/.exec(line)?.[1];
      if (!name) return;
      const complaintsSoFar = complaints;
      keeping = keeping.then(async () => {
        await work.assertTurn?.();
        if (complaintsSoFar !== '')
          await kept.writeState({ complaints: complaintsSoFar, isWhole: false }, work.workDir);
        await kept.add(join(work.workDir, name));
      });
      keeping.catch((error) => broken.abort(error));
    },
  );
  await keeping;
  if (result.code !== 0 || (await kept.list()).length === 0) throw failureOf(result);
  await kept.writeState({ complaints, isWhole: true }, work.workDir);
  return complaints;
}

/**
 * An intact recording is only read from the point of continuation; any other is decoded from its beginning, since its
 * times depend on everything before.
 */
function seekArgs({ container, doubtful, cutOff }: MediaInfo, from = 0): string[] {
  if (!indexed.includes(container) || doubtful || cutOff || from <= lead) return [];
  return ['-copyts', '-start_at_zero', '-noaccurate_seek', '-ss', (from - lead).toFixed(3)];
}

/** Behind which second the pictures are not kept yet: half a picture behind the last one that is. */
async function endOf(kept: KeptFiles, work: MediaWork): Promise<number | undefined> {
  const last = (await kept.list()).at(-1);
  if (!last) return undefined;
  const reading = { input: ['-copyts'], output: ['-c', 'copy'] };
  const { tracks } = await survey(last, [0], quietly(work), { reading, keep: maxPackets });
  const times = tracks[0]?.times.toSorted((a, b) => a - b) ?? [];
  const end = times.at(-1);
  if (end === undefined) {
    await unlink(last);
    return endOf(kept, work);
  }
  const shortest = times.reduce((least, time, at) => Math.min(least, time - (times[at - 1] ?? 0)), 1);
  return end - shift + shortest / 2;
}

async function encodeSound(original: string, { info, plan }: Task, work: MediaWork, kept: KeptFiles): Promise<string> {
  const { complaints, isWhole } = await kept.readState();
  if (isWhole) return complaints;
  for (const path of await kept.list()) await unlink(path);
  const path = join(work.workDir, 'sound.mp4');
  const sound = [...audioArgs(plan, info), ...bareArgs, '-f', 'mp4', path];
  const args = [...inputArgs(original), ...sound, ...unread([pictureOf(info)], info.video)];
  const result = await runFfmpeg(args, info.duration, work);
  if (result.code !== 0 || (await stat(path)).size === 0) throw failureOf(result);
  await kept.add(path);
  await kept.writeState({ complaints: result.stderr, isWhole: true }, work.workDir);
  return result.stderr;
}
