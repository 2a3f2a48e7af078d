/** Expected result of a recording. By default it is that of the usual one: two seconds of picture and sound. */
export type Expected = {
  /** Length in seconds, exact to a third of one; `false` where any length is right. */
  seconds?: number | false;
  /** Width and height of the played picture; `false` for sound alone. */
  picture?: readonly [number, number] | false;
  /** Number of played audio tracks. */
  sounds?: number;
  /** Format of the file that browsers play. */
  played?: 'mp4' | 'webm';
  /** Whether picture and sound are copied without re-encoding. */
  copied?: boolean;
  /** Warnings of the recording, in order. */
  warnings?: readonly RegExp[];
  /** The first line of the transcript; `false` where there is none. */
  said?: RegExp | false;
  /** Cause of the refusal, where nothing of it can be processed. */
  refused?: RegExp;
  /** Seconds after which each sound begins, in what is played and in what is recognised. */
  begins?: readonly number[];
  /** What is asked of the played file besides, by the name of a look in `inspect-played.ts`. */
  look?: 'no comb' | 'two voices' | 'one voice';
};

/** A real kind of recording, how it is made, and its expected result. */
export type RecordingKind = {
  name: string;
  /** Name of the file as it is sent; its extension may be wrong. */
  file: string;
  expected: Expected;
  /** Programs and encoders needed to make it, by ffmpeg's names. */
  needs: readonly string[];
  /** Whether the tests run it, too; `npm run faults -- recordings` runs all. */
  quick: boolean;
  make: () => Buffer;
};

export type Group = { title: string; kinds: readonly RecordingKind[] };
