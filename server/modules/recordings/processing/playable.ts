import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findDamage, maxPackets } from './damage.ts';
import { encodeInSections, isLong } from './encode-in-sections.ts';
import { failureOf, type MediaWork, quietly, rising, runFfmpeg, withPart } from './ffmpeg.ts';
import { isHarmless } from './ffmpeg-messages.ts';
import { type MediaInfo, type PlayablePlan, planEncoding, planPlayable, typeOf } from './media-info.ts';
import { audioArgs, bareArgs, inputArgs, threads, videoArgs } from './playable-args.ts';
import { UnmadeFile } from './step-failure.ts';
import { lightly, type Reading, type ReadResult, readThrough, strictly, survey } from './survey.ts';
import { cutWarning, damageWarning, type Warning } from './warning.ts';

/** The playable file, its actual length in seconds, and what was found out about the recording while it was made. */
export type PlayableFile = {
  path: string;
  container: 'mp4' | 'webm';
  type: string;
  duration: number;
  /** Whether picture and sound are those of the original. */
  isCopy: boolean;
  warnings: Warning[];
};

/** Number of pixels above which only key frames are checked; checking every picture of an hour would take minutes. */
const maxPixels = 1280 * 720;
/** Number of final seconds in which a broken end is searched for, and the margin removed before it. */
const [tailSeconds, tailMargin] = [2, 0.2];

/** Decodes the last seconds of all streams, with their original times. */
const lastSeconds: Reading = {
  ...strictly(threads),
  input: ['-copyts', '-sseof', '-8', ...strictly(threads).input],
};

/**
 * Makes the file that browsers can play and seek in, with its index at the start: a copy if possible, else H.264 and
 * AAC.
 */
export async function makePlayable(original: string, info: MediaInfo, given: MediaWork): Promise<PlayableFile> {
  const work = rising(given);
  const plan = planPlayable(info);
  const isCopy = plan.video !== 'encode' && plan.audio !== 'encode';
  const hasCopies = plan.video === 'copy' || plan.audio === 'copy';
  const [written, checked] = sharesOf(plan);
  const first = await writePlayable(original, { info, plan }, withPart(work, 0, written)).catch((error) => {
    // Streams that cannot be copied may still be encoded.
    if (hasCopies && error instanceof UnmadeFile) return undefined;
    throw error;
  });
  const check =
    hasCopies && first ? await checkCopy(first.path, { info, plan }, withPart(work, written, checked)) : undefined;
  if (first && check?.until === 'end' && !info.doubtful && first.complaints === '') {
    return { ...first, duration: check.end, isCopy, warnings: [] };
  }
  const isBroken = !first || (check !== undefined && check.until !== 'end');
  const shorter =
    typeof check?.until === 'number' ? await copyUntil(original, check.until, { info, plan }, work) : undefined;
  const encode = () => writePlayable(original, { info, plan: planEncoding(info) }, withPart(work, checked, 0.9));
  const made = shorter ?? (first && !isBroken ? first : await encode());
  const isDoubtful = isBroken || info.doubtful || made.complaints !== '';
  const warnings = isDoubtful ? await damagesOf(original, info, withPart(work, 0.9, 0.99)) : [];
  const { end } = await survey(made.path, [...made.streams.keys()], quietly(work), { guess: info.duration });
  return { ...made, duration: end, isCopy: isCopy && (!isBroken || shorter !== undefined), warnings };
}

/** Returns the share of the step, within 0–1, after which the file is written, and after which it is checked. */
function sharesOf({ video, audio }: PlayablePlan): [written: number, checked: number] {
  // Encoding a picture takes far longer than all else.
  if (video === 'encode') return audio === 'copy' ? [0.8, 0.85] : [0.9, 0.9];
  return video === 'copy' || audio === 'copy' ? [0.3, 0.6] : [0.9, 0.9];
}

/** Returns the copy without its broken end; undefined if it is broken before that too. */
async function copyUntil(original: string, until: number, task: Task, work: MediaWork): Promise<Written | undefined> {
  const info = { ...task.info, duration: until };
  const quiet = quietly(work);
  const copy = await writePlayable(original, { ...task, info, until }, quiet);
  return (await checkCopy(copy.path, { ...task, info }, quiet)).until === 'end' ? copy : undefined;
}

/** How far a copy can be decoded: to its end, to these seconds before a broken end, or nowhere near it. */
type Check = { until: 'end' | 'nowhere' | number; end: number };

/** Checks whether the whole copy can be decoded, since browsers stop where it cannot. */
async function checkCopy(path: string, { info, plan }: Task, work: MediaWork): Promise<Check> {
  const streams = info.video && info.audio ? [0, 1] : [0];
  if (!info.doubtful && !info.cutOff) {
    const codec = plan.video === 'encode' ? 'h264' : info.video?.codec;
    const read = await readThrough(path, streams, work, { reading: lightly(codec), guess: info.duration });
    const end = await readThrough(path, streams, quietly(work), { reading: lastSeconds, guess: info.duration });
    if (isSound(read, info) && isHarmless(end.complaints)) return { until: 'end', end: read.end };
  }
  return decodeCopy(path, info, { streams, work });
}

function isSound({ end, complaints }: ReadResult, { duration }: MediaInfo): boolean {
  return end >= duration - Math.max(1, duration * 0.01) && isHarmless(complaints);
}

/** Decodes every picture of a doubtful copy, or for a large one every key frame. */
async function decodeCopy(
  path: string,
  info: MediaInfo,
  { streams, work }: { streams: number[]; work: MediaWork },
): Promise<Check> {
  const isLarge = (info.video?.width ?? 0) * (info.video?.height ?? 0) > maxPixels;
  const reading = strictly(threads, isLarge ? ['-skip_frame', 'nokey'] : []);
  const decoded = await survey(path, streams, work, { reading, guess: info.duration });
  const { end, complaints } = decoded;
  const isWhole = isLarge && !info.audio ? isHarmless(complaints) : isSound(decoded, info);
  if (isWhole && !(isLarge && info.cutOff)) return { until: 'end', end };
  // Its last pictures were not checked; if it breaks off, some of them are broken.
  const last = isLarge
    ? await survey(path, streams, quietly(work), { reading: lastSeconds, guess: info.duration })
    : decoded;
  if (isWhole && isHarmless(last.complaints)) return { until: 'end', end: Math.max(end, last.end) };
  const ends = last.tracks.map((track) => track.end).filter((each) => each > last.end - tailSeconds);
  // The last picture and the last sound may be incomplete, so they are cut off too.
  const before = Math.min(...ends) - tailMargin;
  const isTail = info.cutOff || end < info.duration - Math.max(1, info.duration * 0.01);
  return { until: isTail && before > tailSeconds ? before : 'nowhere', end };
}

/** Returns warnings about what is missing from a doubtful recording. */
async function damagesOf(original: string, info: MediaInfo, work: MediaWork): Promise<Warning[]> {
  const all = [info.video?.stream, ...(info.audio?.streams ?? [info.audio?.stream])];
  const streams = all.flatMap((stream) => (stream === undefined ? [] : [stream]));
  if (streams.length === 0) return [];
  const packets = await survey(original, streams, withPart(work, 0, 0.2), { guess: info.duration, keep: maxPackets });
  const { places, cutAt, end, complaints } = await findDamage(original, streams, withPart(work, 0.2, 1), {
    packets,
    threads,
  });
  const lacksEnd = cutAt !== undefined && cutAt < (info.told ?? packets.end) - 0.5;
  const isCut = lacksEnd || info.cutOff;
  // If the output is as long as stated, nothing noticeable is missing.
  const isShort = end < (info.told ?? info.duration) - 0.1;
  const isHurt = places.length > 0 || (!isCut && isShort && !isHarmless(complaints));
  return [...(lacksEnd ? [cutWarning('playable', cutAt)] : []), ...(isHurt ? [damageWarning(places)] : [])];
}

/** A file made by a plan; `streams` are its picture and sounds. */
type Written = { path: string; container: 'mp4' | 'webm'; type: string; streams: string[]; complaints: string };
/** `until`: number of seconds used of the original. */
type Task = { info: MediaInfo; plan: PlayablePlan; until?: number };

/** Makes a file by a plan: at once, or for a long picture section by section. */
async function writePlayable(original: string, task: Task, work: MediaWork): Promise<Written> {
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
  const copied = plan.video === 'copy' || plan.audio === 'copy' ? (await stat(original)).size : 0;
  const result = await runFfmpeg(whole, info.duration, { ...work, copied });
  const written = result.code === 0 ? (await stat(path)).size : 0;
  if (written === 0 || result.seconds === 0) throw failureOf(result);
  return { ...made, complaints: result.stderr };
}
