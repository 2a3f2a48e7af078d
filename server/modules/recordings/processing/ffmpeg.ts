import { type MediaTools, runTool, type ToolResult } from '#server/platform/media/index.ts';
import { noSpace, StepFailure, UnmadeFile } from './step-failure.ts';

/** Environment of a processing step. */
export type MediaWork = {
  tools: MediaTools;
  /** Folder of this run alone, deleted after it. */
  workDir: string;
  signal: AbortSignal;
  /** Reports the progress of the step, 0–100 percent. */
  progress: (percent: number) => void;
  /** Receives ffmpeg's messages as they are written. */
  complain?: (text: string) => void;
  /** Folder for files that outlive a killed server; without it nothing is kept. */
  kept?: string;
  /** Throws RunOver if the run is over or another node has taken over; called before something is kept for the next. */
  assertTurn?: () => Promise<void>;
  /** Bytes of the original whose streams are copied: the result may be as large. */
  copied?: number;
};

// No network, and no playlists that refer to other files: an upload can only ever read itself.
const containers = [
  ...['mov', 'mp4', 'matroska', 'webm', 'avi', 'mpeg', 'mpegts', 'flv', 'asf', 'mxf', 'gxf', 'rm', 'nut', 'wtv', 'ivf'],
  ...['ogg', 'wav', 'w64', 'mp3', 'flac', 'amr', 'aiff', 'au', 'caf', 'wv', 'tta', 'ape'],
  // Raw streams without a container, from cameras, televisions and dictaphones.
  ...['dv', 'h264', 'hevc', 'mpegvideo', 'm4v', 'obu', 'aac', 'ac3', 'eac3', 'dts', 'dtshd', 'truehd', 'loas'],
].join(',');

/**
 * How far ahead a track is looked for that begins later than the others, in microseconds and bytes: transport and program streams
 * tell nothing of one before it begins.
 */
const ahead = ['-analyzeduration', String(600e6), '-probesize', String(100e6)];

/** The arguments that read an untrusted file. */
export function untrustedInput(path: string): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', containers, ...ahead, '-i', `file:${path}`];
}

const usualStallMs = 5 * 60_000;
/** Maximum length in seconds for the limits of a run, also used for recordings that state none. */
const longestSeconds = 24 * 3600;
/** More than the bit rate of any picture encoded here: 64 Mbit/s. */
const bytesPerSecond = 8 * 1024 ** 2;
/** A slow machine encodes a tenth of a second per second. */
const slowest = 10;

/**
 * Limits of one run, derived from the recording's length, so that no file occupies the machine forever.
 * @param copied bytes of the original if its streams are copied, at whatever bit rate: another container needs little more
 */
export function limitsOf(duration: number, copied = 0): { timeoutMs: number; maxFile: number } {
  const seconds = duration > 0 ? Math.min(duration, longestSeconds) : longestSeconds;
  const maxFile = Math.max(Math.ceil(seconds) * bytesPerSecond, Math.ceil(copied * 1.1)) + 1024 ** 3;
  return { timeoutMs: (3600 + seconds * slowest) * 1000, maxFile };
}

/**
 * Runs ffmpeg and reports its progress.
 * @param duration total seconds; 0 if unknown, in which case no percentage is reported
 * @param onLine receives every other line of the output
 * @returns the result with the number of seconds written
 */
export async function runFfmpeg(
  args: string[],
  duration: number,
  work: MediaWork,
  onLine?: (line: string) => void,
): Promise<ToolResult & { seconds: number }> {
  return runReading(['-progress', 'pipe:1', ...args], duration, work, (line) => {
    const at = /^out_time_us=(\d+)$/.exec(line)?.[1];
    if (at === undefined) onLine?.(line);
    return at === undefined ? undefined : Number(at) / 1e6;
  });
}

/**
 * Runs ffmpeg for a task whose own output shows the progress.
 * @param secondsOf receives every line of the output and returns the seconds that it mentions
 */
export async function runReading(
  args: string[],
  duration: number,
  work: MediaWork,
  secondsOf: (line: string) => number | undefined,
): Promise<ToolResult & { seconds: number }> {
  let seconds = 0;
  const result = await runTool(work.tools.ffmpeg, ['-v', 'error', '-nostdin', '-y', ...args], {
    signal: work.signal,
    stallMs: work.tools.stallMs ?? usualStallMs,
    ...limitsOf(duration, work.copied),
    ...(work.complain && { onError: work.complain }),
    onLine: (line) => {
      const at = secondsOf(line);
      if (at === undefined || at <= seconds) return line === 'progress=end';
      seconds = at;
      if (duration > 0) work.progress(Math.min(99, Math.floor((seconds / duration) * 100)));
      return true;
    },
  });
  throwIfCut(result);
  return { ...result, seconds };
}

const briefMs = 15 * 60_000;

/** Runs ffmpeg for a task that finishes soon or never, passing on each line of its output. */
export async function runBriefly(
  args: string[],
  { tools, signal }: MediaWork,
  onLine: (line: string) => void,
): Promise<ToolResult> {
  const options = { signal, timeoutMs: tools.stallMs ?? briefMs };
  const result = await runTool(tools.ffmpeg, ['-v', 'error', '-nostdin', '-y', '-progress', 'pipe:1', ...args], {
    ...options,
    onLine: (line) => {
      onLine(line);
      return true;
    },
  });
  if (result.endedFor !== 'timeout') throwIfCut(result);
  return result;
}

/** @throws StepFailure if the program did not end by itself, or could not write all of its output */
export function throwIfCut({ endedFor, killedBy, stderr }: ToolResult): void {
  // For the very end of a file some formats report this only as text, with exit code 0.
  if (/No space left on device/i.test(stderr)) throw new StepFailure(noSpace);
  if (endedFor === 'stall') throw new StepFailure('Обработка остановилась и была прервана. Повторите её.');
  if (endedFor === 'timeout') throw new StepFailure('Обработка заняла слишком много времени и была прервана.');
  if (killedBy === 'SIGXFSZ') throw new UnmadeFile('Обработка прервана: её результат занял бы слишком много места.');
  // When memory runs out, the system kills the process that uses most of it.
  if (killedBy === 'SIGKILL' && !endedFor) throw new StepFailure(noMemory);
}

const noMemory = 'Для обработки этой записи на сервере не хватает памяти.';

/** @throws StepFailure if a program requested more memory than it is allowed */
export function throwNoMemory({ stderr }: ToolResult): void {
  if (/Cannot allocate memory|out of memory/i.test(stderr)) throw new StepFailure(noMemory);
}

/** Converts a failed run that wrote a file into an error with its cause. */
export function failureOf(result: ToolResult): Error {
  throwNoMemory(result);
  if (/Invalid data found|moov atom not found|corrupt|Error while decoding/i.test(result.stderr)) {
    return new UnmadeFile('Файл повреждён');
  }
  const detail = `ffmpeg ended with ${result.code ?? result.killedBy}: ${result.stderr.trim().slice(-2_000)}`;
  return new UnmadeFile('Не удалось обработать запись: она устроена не так, как обычные', {
    cause: new Error(detail),
  });
}

/** Returns the work with a percentage that never decreases, even if something is read again from its beginning. */
export function rising(work: MediaWork): MediaWork {
  let most = 0;
  return {
    ...work,
    progress: (percent) => {
      if (percent > most) work.progress(percent);
      most = Math.max(most, percent);
    },
  };
}

/** Returns the work as one part of a step: its progress covers the range `from`–`to`, within 0–1. */
export function withPart(work: MediaWork, from: number, to: number): MediaWork {
  return { ...work, progress: (percent) => work.progress(Math.floor(from * 100 + percent * (to - from))) };
}

/** Returns the work without progress reports. */
export function quietly(work: MediaWork): MediaWork {
  return { ...work, progress: () => undefined };
}
