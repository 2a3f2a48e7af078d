import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type SpokenSegment, speakers } from './budget-meeting.ts';

const run = promisify(execFile);

/** A line on the time line of the recording, in seconds. */
export type TimedLine = SpokenSegment & { start: number; end: number; file: string };

const lead = 1.2;
const pause = { same: 0.35, other: 0.6, item: 1.1 };

/** Speaks every line into a WAV file of its own and lays them one after another, with pauses of a conversation. */
export async function speak(lines: SpokenSegment[], folder: string): Promise<{ timed: TimedLine[]; duration: number }> {
  const timed: TimedLine[] = [];
  let at = lead;
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before) at += before.item !== line.item ? pause.item : before.by === line.by ? pause.same : pause.other;
    const { voice, pitch, speed } = speakers[line.by];
    const file = join(folder, `line-${index}.wav`);
    await run('espeak-ng', ['-v', voice, '-p', String(pitch), '-s', String(speed), '-a', '160', '-w', file, line.text]);
    const end = at + (await wavSeconds(file));
    timed.push({ ...line, start: round(at), end: round(end), file });
    at = end;
  }
  return { timed, duration: round(at + 1.5) };
}

/** Length by the header that espeak-ng writes: 16 bit, one channel, 44 bytes before the sound. */
async function wavSeconds(file: string): Promise<number> {
  const wav = await readFile(file);
  return (wav.length - 44) / (wav.readUInt32LE(24) * 2);
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** Subtitles of the spoken lines, SRT: «Иванов С. П.: …». */
export function subtitles(timed: TimedLine[]): string {
  return timed
    .map(
      (line, index) =>
        `${index + 1}\n${stamp(line.start)} --> ${stamp(line.end)}\n${speakers[line.by].name}: ${line.text}\n`,
    )
    .join('\n');
}

function stamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 23).replace('.', ',');
}
