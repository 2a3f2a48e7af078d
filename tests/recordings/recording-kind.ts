/** What must come out of a recording. What is not named is as in the usual one: two seconds of picture and sound. */
export type Expected = {
  /** Seconds, exact to a third of one; `false` where only that there is a length matters. */
  seconds?: number | false;
  /** Width and height of what is played; `false` where there is sound alone. */
  picture?: readonly [number, number] | false;
  /** How many tracks of sound are played. */
  sounds?: number;
  /** The file that browsers play. */
  played?: 'mp4' | 'webm';
  /** Whether picture and sound are taken over as they are. */
  copied?: boolean;
  /** What is said beside the recording, in order. */
  warnings?: readonly RegExp[];
  /** The first line of the transcript; `false` where there is none. */
  said?: RegExp | false;
  /** The cause, where nothing of it can be processed. */
  refused?: RegExp;
  /** Seconds after which each sound begins, in what is played and in what is recognised. */
  begins?: readonly number[];
  /** What is asked of the played file besides, by the name of a look in `inspect-played.ts`. */
  look?: 'no comb' | 'two voices' | 'one voice';
};

/** A recording as people have it, how it is made, and what must come out. */
export type RecordingKind = {
  name: string;
  /** Its file as it is sent; the ending may lie. */
  file: string;
  expected: Expected;
  /** Programs and encoders that make it, named by ffmpeg. */
  needs: readonly string[];
  /** Whether the tests take it, too; all are taken by `npm run faults -- recordings`. */
  quick: boolean;
  make: () => Buffer;
};

export type Group = { title: string; kinds: readonly RecordingKind[] };
