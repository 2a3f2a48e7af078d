import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MediaWork } from '#server/modules/recordings/processing/ffmpeg.ts';
import { makePlayable } from '#server/modules/recordings/processing/playable.ts';
import { makePoster } from '#server/modules/recordings/processing/poster.ts';
import { probe } from '#server/modules/recordings/processing/probe.ts';
import { makeSound } from '#server/modules/recordings/processing/sound.ts';
import { StepFailure, StepSkipped } from '#server/modules/recordings/processing/step-failure.ts';
import { readSubtitleTrack } from '#server/modules/recordings/processing/subtitle-track.ts';
import { hasVoices, voicesOf } from '#server/modules/recordings/processing/voices.ts';
import { mergeWarnings } from '#server/modules/recordings/processing/warning.ts';
import { beginningOf, inspectPlayed, type Played } from './inspect-played.ts';
import type { Expected } from './recording-kind.ts';

/** Result of processing a recording. */
export type Outcome = {
  refused?: string;
  /** Faults of the processing itself: a cause that is not in Russian, a file that does not play. */
  faults: string[];
  warnings: string[];
  seconds?: number;
  copied?: boolean;
  said?: string;
  played?: Played;
};

/** What costs time to find out, and is asked of some alone. */
type Asked = Pick<Expected, 'look' | 'begins'>;

/** Does to a recording what the server does to it, step by step, without a server around it. */
export async function comeOut(path: string, expected: Asked = {}): Promise<Outcome> {
  const workDir = await mkdtemp(join(tmpdir(), 'protokol-recording-'));
  const tools = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };
  const work = { tools, workDir, signal: new AbortController().signal, progress: () => undefined };
  try {
    return await process(path, work, expected);
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    const foreign = /[a-z]{4,}/i.test(error.message.replace(/ffmpeg не установлен/g, ''));
    return { refused: error.message, warnings: [], faults: foreign ? [`не по-русски: ${error.message}`] : [] };
  } finally {
    await rm(workDir, { recursive: true });
  }
}

async function process(path: string, work: MediaWork, { look, begins }: Asked): Promise<Outcome> {
  const found = await probe(path, work);
  const percents: number[] = [];
  const made = await makePlayable(path, found.media, { ...work, progress: (percent) => percents.push(percent) });
  const texts = mergeWarnings(found.warnings, made.warnings).map(({ text }) => text);
  const poster = await makePoster(made.path, { ...found.media, duration: made.duration }, work).catch(skipped);
  const sound = await makeSound(path, found.media, work).catch(skipped);
  const lines = (await readSubtitleTrack(path, found.media, work))?.lines;
  const played = await inspectPlayed(made.path, look);
  const voices = begins && hasVoices(found.media) ? await voicesOf(path, found.media, work) : [];
  const faults = [
    ...(begins && played.sounds > 0
      ? await late(begins, { played: made.path, heard: [...(sound ? [sound.path] : []), ...voices] })
      : []),
    ...played.faults,
    ...(percents.some((percent, at) => percent < (percents[at - 1] ?? 0)) ? ['проценты падают'] : []),
    ...(played.picture && !poster ? ['нет обложки'] : []),
    ...(played.sounds > 0 && !sound ? ['нет звука для распознавания'] : []),
    ...(Math.abs(played.seconds - made.duration) > 0.3
      ? [`сказано ${made.duration} с, играет ${played.seconds} с`]
      : []),
  ];
  const outcome = { faults, warnings: texts, seconds: made.duration, copied: made.isCopy, played };
  return { ...outcome, ...(lines?.[0] && { said: lines[0].text }) };
}

/** Sounds that begin at another time than they must. */
async function late(begins: readonly number[], { played, heard }: { played: string; heard: string[] }) {
  // A mix goes before the voices.
  const awaited = begins.length > 1 ? [Math.min(...begins), ...begins] : begins;
  const faults: string[] = [];
  for (const [track, at] of awaited.entries()) {
    const begun = [await beginningOf(played, track), heard[track] ? await beginningOf(heard[track]) : undefined];
    if (begun.some((each) => Math.abs((each ?? -1) - at) > 0.1))
      faults.push(`звук начинается на ${begun.join(' и ')} с вместо ${at} с`);
  }
  return faults;
}

function skipped(error: unknown): undefined {
  if (!(error instanceof StepSkipped)) throw error;
}

/** Returns the differences from the expected result; empty where there are none. */
export function differences(expected: Expected, outcome: Outcome): string[] {
  const { refused, warnings, played } = outcome;
  const { seconds = 2, picture = [160, 120], sounds = 1, said, copied } = expected;
  const wrong = [...outcome.faults];
  if (expected.refused || refused !== undefined) {
    if (refused === undefined) wrong.push('не отклонена');
    else if (!expected.refused?.test(refused)) wrong.push(`отклонена: ${refused}`);
    return wrong;
  }
  const awaited = expected.warnings ?? [];
  if (warnings.length !== awaited.length || !awaited.every((words, at) => words.test(warnings[at] ?? ''))) {
    wrong.push(warnings.length > 0 ? `сказано: ${warnings.join(' · ')}` : 'ничего не сказано');
  }
  const size = played?.picture ? `${played.picture[0]}×${played.picture[1]}` : 'нет картинки';
  const wanted = picture ? `${picture[0]}×${picture[1]}` : 'нет картинки';
  if (size !== wanted) wrong.push(`${size} вместо ${wanted}`);
  if (played?.sounds !== sounds) wrong.push(`дорожек звука ${played?.sounds} вместо ${sounds}`);
  if (seconds !== false && Math.abs((outcome.seconds ?? 0) - seconds) > 0.34)
    wrong.push(`${outcome.seconds} с вместо ${seconds} с`);
  if (expected.played && played?.container !== expected.played)
    wrong.push(`${played?.container} вместо ${expected.played}`);
  if (copied !== undefined && outcome.copied !== copied) wrong.push(copied ? 'перекодирована' : 'скопирована');
  if (said === false && outcome.said !== undefined) wrong.push(`расшифровка: ${outcome.said}`);
  if (said && !said.test(outcome.said ?? '')) wrong.push(`расшифровка: ${outcome.said ?? 'нет'}`);
  return wrong;
}

/** Lists the encoders that ffmpeg of this system has. */
export async function encodersHere(): Promise<ReadonlySet<string>> {
  const { stdout } = await promisify(execFile)('ffmpeg', ['-hide_banner', '-encoders']);
  return new Set(stdout.split('\n').map((line) => line.trim().split(/\s+/)[1] ?? ''));
}
