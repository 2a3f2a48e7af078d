import type { EmbeddedSpeech } from '../speech/embedded/embedded-speech-service.ts';
import { SpeechFailure } from '../speech/speech-failure.ts';
import type { RemoteSpeech, SpeechService } from '../speech/speech-service.ts';
import type { SpokenSegment } from '../subtitles/spoken-segment.ts';
import type { MediaWork } from './ffmpeg.ts';
import type { GrowingTranscript } from './growing-transcript.ts';
import { keywordHint } from './hint-repository.ts';
import type { MediaInfo } from './media-info.ts';
import { type SoundPiece, soundPiecesOf } from './pieces-for-service.ts';
import { type RecognisedPiece, type RecognitionProgress, writeProgress } from './recognition-progress.ts';
import { cutPiece } from './sound.ts';
import type { StepContext } from './step.ts';
import { StepFailure } from './step-failure.ts';
import { hasVoices, samplesOf, voicesOf } from './voices.ts';

type Deps = {
  context: StepContext;
  info: MediaInfo;
  work: MediaWork;
  progress: RecognitionProgress;
  growing: GrowingTranscript;
};
/** A voice with its pieces, and the function that recognises one of them; times are those of the recording. */
type Voice = { pieces: readonly SoundPiece[]; hear: (piece: SoundPiece) => Promise<SpokenSegment[]> };

/**
 * Recognises the sound piece by piece; each result is stored and shown at once, so that a killed server does not
 * request it again.
 * @param sound file made by the audio step
 * @returns the number of lines
 */
export async function recognise(sound: string, speech: SpeechService, deps: Deps): Promise<number> {
  const { context, progress, growing, work } = deps;
  const voices =
    speech.place === 'machine'
      ? await onThisMachine(sound, speech, deps).catch(explain)
      : [await byService(sound, speech, deps)];
  const turns = voices
    .flatMap(({ pieces, hear }, voice) => pieces.map((piece) => ({ piece, hear, voice })))
    .sort((a, b) => a.piece.start - b.piece.start || a.voice - b.voice);
  const spoken = turns.filter(({ piece }) => !piece.silent);
  const unknown = spoken.filter(
    ({ piece: { start, end }, voice }) =>
      !progress.heard.some((one) => one.start === start && one.end === end && (one.voice ?? 0) === voice),
  );
  const total = lengthOf(spoken);
  await growing.add(progress.heard);
  let done = total - lengthOf(unknown);
  const report = () => work.progress(Math.min(99, Math.floor((done / total) * 100)));
  // The pace, and so the time left, is measured from here: what was known took no time.
  if (done > 0) report();
  let missed: RecognisedPiece[] = [];
  let lastFailure: unknown;
  for (const { piece, hear, voice } of unknown) {
    const { start, end } = piece;
    const lines = await hear(piece).catch((error: unknown) => {
      // A piece that the model cannot process must not block all following ones.
      if (!(error instanceof SpeechFailure && error.ofPiece) || missed.length === maxMissed) return explain(error);
      lastFailure = error;
      return undefined;
    });
    if (!lines) {
      missed.push({ start, end, voice, lines: [], missed: true });
      continue;
    }
    const part = { start, end, voice, lines: named(lines, voices.length > 1 ? voice : undefined) };
    progress.heard.push(...missed, part);
    missed = [];
    await writeProgress(context, progress);
    const { transcript } = progress;
    await growing.add([part]);
    // Stored so that the transcript is known even after the server was killed.
    if (progress.transcript !== transcript) await writeProgress(context, progress);
    done += end - start;
    report();
  }
  if (missed.length > 0) {
    if (progress.heard.every((piece) => piece.missed)) return explain(lastFailure);
    progress.heard.push(...missed);
    await writeProgress(context, progress);
  }
  return progress.heard.reduce((sum, { lines }) => sum + lines.length, 0);
}

/** Maximum number of consecutive pieces that may fail; beyond it the pieces are not the cause. */
const maxMissed = 2;

async function byService(sound: string, speech: RemoteSpeech, { context, work }: Deps): Promise<Voice> {
  const hint = await keywordHint(context.database.db, context.ownerId);
  return {
    pieces: soundPiecesOf(context.video.audio_pieces),
    hear: async (piece) => {
      const lines = await speech.transcribe(await cutPiece(sound, piece, work), hint, context.signal);
      return lines.map((line) => shifted(line, piece));
    },
  };
}

async function onThisMachine(sound: string, speech: EmbeddedSpeech, deps: Deps): Promise<Voice[]> {
  const { context, info, work, progress } = deps;
  const { signal, storage, video, workDir } = context;
  const sounds = hasVoices(info)
    ? await storage.withLocalFile(video.original_key, workDir, (original) => voicesOf(original, info, work))
    : [await samplesOf(sound, work)];
  if (progress.pieces.length !== sounds.length) {
    const found: SoundPiece[][] = [];
    for (const path of sounds) found.push(await speech.pieces(path, signal));
    progress.pieces = found;
    await writeProgress(context, progress);
  }
  return sounds.map((path, voice) => ({
    pieces: progress.pieces[voice] ?? [],
    hear: (piece) => speech.hear(path, piece, signal),
  }));
}

function lengthOf(turns: readonly { piece: SoundPiece }[]): number {
  return turns.reduce((sum, { piece }) => sum + piece.end - piece.start, 0);
}

/** Names the lines of a speaker with a separate track; a person says later who it is. */
function named(lines: SpokenSegment[], voice: number | undefined): SpokenSegment[] {
  return voice === undefined ? lines : lines.map((line) => ({ ...line, speaker: `Дорожка ${voice + 1}` }));
}

/** Shifts a line to its time in the recording; a service may return times beyond the end of the piece. */
function shifted(line: SpokenSegment, piece: SoundPiece): SpokenSegment {
  const at = (seconds: number) => Math.round(Math.min(piece.start + seconds, piece.end) * 1000) / 1000;
  return { ...line, start: at(line.start), end: at(line.end) };
}

function explain(error: unknown): never {
  throw error instanceof SpeechFailure ? new StepFailure(error.message, { cause: error }) : error;
}
