import { makeMedia } from '#tests/api/support/make-media.ts';
import type { Expected, RecordingKind } from './recording-kind.ts';

/** Input of a moving picture, and of a tone. */
export const picture = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=10'];
export const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100'];
export const both = [...picture, ...sound, '-t', '2'];
/** Encoder arguments of ffmpeg. */
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-threads', '2'];
export const aac = ['-c:a', 'aac'];
export const plain = [...h264, ...aac];

export type Made = {
  args?: string[];
  files?: () => Record<string, string | Uint8Array>;
  change?: (made: Buffer) => Buffer;
};

/**
 * A kind that ffmpeg makes with these arguments, without the file's name; `change` edits its bytes where ffmpeg cannot.
 */
export function kind(name: string, file: string, made: Made | string[], expected: Expected = {}): RecordingKind {
  const { args = [...both, ...plain], files, change } = Array.isArray(made) ? ({ args: made } as Made) : made;
  const make = () => {
    const bytes = makeMedia([...args, file], files?.());
    return change ? change(bytes) : bytes;
  };
  return { name, file, expected, needs: encodersOf(args), quick: false, make };
}

/** Returns the bytes that ffmpeg makes with these arguments, the last of which names the file. */
export const makeBytes = makeMedia;

/** A kind whose bytes are written here. */
export function written(name: string, file: string, make: () => Buffer, expected: Expected): RecordingKind {
  return { name, file, expected, needs: [], quick: false, make };
}

/** Returns the same kind, which the tests run, too. */
export function quick(of: RecordingKind): RecordingKind {
  return { ...of, quick: true };
}

function encodersOf(args: readonly string[]): string[] {
  return args.filter((_, at) => /^-c(:[avs](:\d+)?)?$/.test(args[at - 1] ?? '')).filter((name) => name !== 'copy');
}
