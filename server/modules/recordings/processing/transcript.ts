import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { TranscriptSource } from '#contract/transcript.ts';
import { lockProtocol } from '#server/modules/protocols/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';
import { forgetRecognised, keepTranscript } from '#server/schema/derived/transcript-rows.ts';
import { SpeechFailure } from '../speech/speech-failure.ts';
import type { SpeechService } from '../speech/speech-service.ts';
import type { SpokenSegment } from '../subtitles/spoken-segment.ts';
import type { MediaWork } from './ffmpeg.ts';
import { keywordHint } from './hint-repository.ts';
import { mediaInfoOf } from './media-info.ts';
import { cutPiece } from './sound.ts';
import { type SoundPiece, soundPiecesOf } from './sound-pieces.ts';
import type { StepContext, StepResult } from './step.ts';
import { StepFailure, StepSkipped } from './step-failure.ts';
import { readSubtitleTrack } from './subtitle-track.ts';

const heardPieces = z.array(
  z.object({
    start: z.number(),
    end: z.number(),
    lines: z.array(z.object({ start: z.number(), end: z.number(), text: z.string(), speaker: z.optional(z.string()) })),
  }),
);
type Heard = z.infer<typeof heardPieces>;

/** What is said, from a subtitle track of the file, else by speech recognition where that is connected. */
export async function makeTranscript(context: StepContext, work: MediaWork): Promise<StepResult> {
  const { database, protocolId, partId, video, storage, workDir, speech } = context;
  const info = mediaInfoOf(video.media);
  if (!info) throw new StepFailure('Файл не проверен. Повторите обработку.');
  await database.db.transaction(async (db) => {
    await lockProtocol(db, protocolId);
    await forgetRecognised(db, { protocolId, partId });
  });
  const track = await storage.withLocalFile(video.original_key, workDir, (path) => readSubtitleTrack(path, info, work));
  if (track) return keep(context, 'track', track, 'Взята из субтитров записи');
  if (!info.audio) throw new StepSkipped('В записи нет звука');
  const pieces = soundPiecesOf(video.audio_pieces);
  if (video.audio_key !== undefined && pieces.length > 0 && pieces.every(({ silent }) => silent)) {
    throw new StepSkipped('В записи тишина: расшифровывать нечего');
  }
  if (!speech) throw new StepSkipped('Распознавание речи не подключено');
  if (video.audio_key === undefined) throw new StepFailure('Звук не выделен. Повторите обработку.');
  const lines = await storage.withLocalFile(video.audio_key, workDir, (sound) =>
    recognise(sound, pieces, { context, work, speech }),
  );
  const result = await keep(context, 'service', lines);
  if (video.speech_key) await storage.remove(video.speech_key);
  return lines.length > 0 ? result : { ...result, note: 'Речи в записи не найдено' };
}

async function keep(
  { database, protocolId, partId }: StepContext,
  source: TranscriptSource,
  lines: SpokenSegment[],
  note?: string,
): Promise<StepResult> {
  const place = await database.db.transaction(async (db) => {
    await lockProtocol(db, protocolId);
    return keepTranscript(db, { protocolId, partId }, { source, lines });
  });
  if (place === 'draft')
    return { video: {}, note: 'Исправленная расшифровка сохранена, новая лежит рядом для сравнения' };
  return { video: {}, ...(note && { note }) };
}

/** Piece by piece; what a piece said is kept at once, so that a server that was killed asks for none of it again. */
async function recognise(
  sound: string,
  pieces: SoundPiece[],
  { context, work, speech }: { context: StepContext; work: MediaWork; speech: SpeechService },
): Promise<SpokenSegment[]> {
  const { database, ownerId, storage, video, signal } = context;
  const hint = await keywordHint(database.db, ownerId);
  const heard = await readHeard(storage, video.speech_key);
  const total = pieces.at(-1)?.end ?? 0;
  for (const piece of pieces) {
    const isDone = heard.some(({ start, end }) => start === piece.start && end === piece.end);
    if (!isDone && !piece.silent) {
      const lines = await speech.transcribe(await cutPiece(sound, piece, work), hint, signal).catch(explain);
      heard.push({ start: piece.start, end: piece.end, lines: lines.map((line) => shifted(line, piece)) });
      if (video.speech_key) await storage.put(video.speech_key, Buffer.from(JSON.stringify(heard)), 'application/json');
    }
    work.progress(Math.min(99, Math.floor((piece.end / total) * 100)));
  }
  return heard.flatMap(({ lines }) => lines).sort((a, b) => a.start - b.start);
}

/** The line at its time in the recording; a service may tell times beyond the end of what it was given. */
function shifted(line: SpokenSegment, piece: SoundPiece): SpokenSegment {
  const at = (seconds: number) => Math.round(Math.min(piece.start + seconds, piece.end) * 1000) / 1000;
  return { ...line, start: at(line.start), end: at(line.end) };
}

function explain(error: unknown): never {
  throw error instanceof SpeechFailure ? new StepFailure(error.message, { cause: error }) : error;
}

async function readHeard(storage: Storage, key: string | undefined): Promise<Heard> {
  if (key === undefined || (await storage.size(key)) === undefined) return [];
  const text = (await buffer(await storage.read(key))).toString();
  return heardPieces.safeParse(JSON.parse(text)).data ?? [];
}
