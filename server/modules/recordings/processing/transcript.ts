import type { TranscriptSource } from '#contract/recordings/transcript.ts';
import { lockProtocol } from '#server/modules/protocols/index.ts';
import { findTranscript, keepTranscript } from '#server/schema/derived/transcript-rows.ts';
import type { SpokenSegment } from '../subtitles/spoken-segment.ts';
import type { MediaWork } from './ffmpeg.ts';
import { GrowingTranscript } from './growing-transcript.ts';
import { mediaInfoOf } from './media-info.ts';
import { soundPiecesOf } from './pieces-for-service.ts';
import { recognise } from './recognise.ts';
import { type RecognitionProgress, readProgress, writeProgress } from './recognition-progress.ts';
import { HearLater, RunOver, type StepContext, type StepResult } from './step.ts';
import { StepFailure, StepSkipped } from './step-failure.ts';
import { readSubtitleTrack } from './subtitle-track.ts';
import { clocks } from './warning.ts';

const notConnected =
  'Распознавание речи не подключено. Попросите администратора: в «Настройках», на вкладке «Состояние» сказано, как его подключить.';

/**
 * Makes the transcript from a subtitle track of the file, or else by speech recognition if it is connected. If there is
 * sound to recognise, a track in another language is passed over, since calls are often captioned in the wrong one, and one
 * that covers little of the recording, such as the signs in a film; so is every track once a person has asked for recognition.
 */
export async function makeTranscript(context: StepContext, work: MediaWork): Promise<StepResult> {
  const { database, protocolId, partId, video, storage, workDir, speech, requireTurn } = context;
  const info = mediaInfoOf(video.media);
  if (!info) throw new StepFailure('Файл не проверен. Повторите обработку.');
  const run = typeof video.run === 'number' ? video.run : 0;
  const progress = await readProgress(storage, video.speech_key, { by: speech?.place, run });
  const growing = new GrowingTranscript(database, { protocolId, partId }, progress, { run, requireTurn });
  const pieces = soundPiecesOf(video.audio_pieces);
  const isSilent = video.audio_key !== undefined && pieces.length > 0 && pieces.every(({ silent }) => silent);
  const canHear = speech !== undefined && info.audio !== undefined && !isSilent;
  const isRepeat = canHear && video.recognise === true;
  const isOfTrack = isRepeat && (await findTranscript(database.db, { protocolId, partId }))?.source === 'track';
  // The transcript of the track stays until the first line is recognised.
  if (!isOfTrack) await growing.prepare();
  const track =
    info.subtitles?.length && !isRepeat
      ? await storage.withLocalFile(video.original_key, workDir, (path) => readSubtitleTrack(path, info, work))
      : undefined;
  if (track && ((track.isRussian && !track.isSparse) || !canHear))
    return keep(context, 'track', track.lines, 'Взята из субтитров записи');
  if (!info.audio) throw new StepSkipped('В записи нет звука');
  if (isSilent) throw new StepSkipped('В записи тишина: расшифровывать нечего');
  if (!speech) throw new StepSkipped(notConnected);
  if (video.audio_key === undefined) throw new StepFailure('Звук не выделен. Повторите обработку.');
  if (!context.mayHear) throw new HearLater();
  try {
    const count = await storage.withLocalFile(video.audio_key, workDir, (sound) =>
      recognise(sound, speech, { context, info, work, progress, growing }),
    );
    await growing.end();
    // Stored so that a server killed before the step is recorded as done does not recognise anything again.
    await writeProgress(context, { ...progress, ended: run });
    const note = [count === 0 && 'Речи в записи не найдено', growing.note, missedIn(progress)]
      .filter(Boolean)
      .join('. ');
    return { video: {}, ...(note && { note }) };
  } catch (error) {
    // Lines recognised so far become searchable; after a stop of the server the recognition continues later.
    const { aborted, reason } = context.signal;
    if (!aborted || reason instanceof RunOver) await growing.pause();
    throw error;
  }
}

/** Returns the places that could not be recognised: «Не распознано: 00:16:20–00:16:45». */
function missedIn({ heard }: RecognitionProgress): string | undefined {
  const places = heard.filter(({ missed }) => missed).map(({ start, end }) => clocks([start, end]));
  return places.length > 0 ? `Не распознано: ${places.join(', ')}` : undefined;
}

async function keep(
  { database, protocolId, partId, requireTurn }: StepContext,
  source: TranscriptSource,
  lines: SpokenSegment[],
  note: string,
): Promise<StepResult> {
  const place = await database.db.transaction(async (db) => {
    await lockProtocol(db, protocolId);
    await requireTurn(db);
    return keepTranscript(db, { protocolId, partId }, { source, lines });
  });
  if (place === 'draft')
    return { video: {}, note: 'Исправленная расшифровка сохранена, новая лежит рядом для сравнения' };
  return { video: {}, note };
}
