import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { ProcessingStep } from '#contract/recordings/processing.ts';
import type { Analysis } from '#server/modules/insights/index.ts';
import {
  assertEditable,
  getOwnedProtocol,
  getReadableProtocol,
  lockOwnedProtocol,
  readParts,
} from '#server/modules/protocols/index.ts';
import type { Db, StoredVideo } from '#server/platform/db/index.ts';
import { type RouteDeps, routesOf, type UploadedFile, type Write } from '#server/platform/http/index.ts';
import { invalidField, notFound, Problem } from '#server/platform/problem/index.ts';
import { findTranscript, keepTranscript, type Recorded } from '#server/schema/derived/transcript-rows.ts';
import { SubtitleProblem } from '../subtitles/parse-subtitles.ts';
import { readSubtitles } from '../subtitles/read-subtitles.ts';
import type { SpokenSegment } from '../subtitles/spoken-segment.ts';
import { readTranscript, readTranscripts } from './read-transcript.ts';
import { updateTranscript } from './update-transcript.ts';

/** Registers GET and PUT /protocols/{id}/transcript; only the owning secretary may correct it. */
export function registerTranscripts(
  app: FastifyInstance,
  deps: RouteDeps & { analysis: Analysis; clock: () => Date },
): void {
  const route = routesOf(app, deps);

  route(calls.getTranscript, async ({ db, params, user }) => {
    await getReadableProtocol(db, user, params.id);
    const transcript = await readTranscripts(db, params.id);
    if (user.role === 'secretary') return transcript;
    // Drafts are only for the secretary to compare.
    const parts = transcript.parts?.map((part) => ({ ...part, draft: null }));
    return { ...transcript, draft: null, ...(parts && { parts }) };
  });

  route(
    calls.updateTranscript,
    {
      mayBring: ({ db, params, user }) => getOwnedProtocol(db, { ownerId: user.id, id: params.id }),
      // A large file takes its time: read before the transaction, it holds neither the protocol nor a connection.
      around: async ({ files: [file] }, write: Write<SpokenSegment[] | undefined>) =>
        write(file && (await readUploadedSubtitles(file))),
    },
    async ({ body, db, params, prepared: lines, user }) => {
      const { stage, video, processing } = await lockOwnedProtocol(db, { ownerId: user.id, id: params.id });
      assertEditable(stage);
      const { of, steps } = await recordedIn(db, { id: params.id, video, processing }, body.recording_id);
      if (body.draft === 'take') await assertWhole(db, of, steps);
      await assertVersion(db, of, body.version);
      if (lines) await keepTranscript(db, of, { source: 'file', lines });
      await updateTranscript(db, { of, userId: user.id, body, now: deps.clock() });
      await deps.analysis.transcriptChanged(db, params.id);
      const isReplaced = lines !== undefined || body.draft === 'take';
      if (isReplaced) await deps.analysis.askSummary(db, params.id);
      return readTranscripts(db, params.id);
    },
  );
}

/** Throws while a draft is incomplete: accepting it would delete the transcript in force. */
async function assertWhole(db: Db, of: Recorded, steps: readonly ProcessingStep[]): Promise<void> {
  const step = steps.find((each) => each.step === 'transcript');
  if (!step || step.state === 'done' || step.state === 'skipped') return;
  // A draft attached by a person is complete at once.
  if ((await findTranscript(db, of, true))?.source !== 'service') return;
  throw new Problem('illegal_stage', 'Новая расшифровка ещё не готова: взять её можно, когда запись распознана вся');
}

/** Returns the recording that a call means, with its steps: the first, unless it names another existing one. */
async function recordedIn(
  db: Db,
  { id: protocolId, video, processing }: { id: string; video: StoredVideo | null; processing: ProcessingStep[] },
  recordingId: string | null | undefined,
): Promise<{ of: Recorded; steps: readonly ProcessingStep[] }> {
  if (!recordingId || recordingId === video?.upload_id) return { of: { protocolId }, steps: processing };
  const part = (await readParts(db, protocolId)).find(({ id }) => id === recordingId);
  if (!part) throw notFound('Этой части записи больше нет');
  return { of: { protocolId, partId: recordingId }, steps: part.processing };
}

async function assertVersion(db: Db, of: Recorded, version: number | undefined): Promise<void> {
  if (version === undefined || version === (await findTranscript(db, of))?.version) return;
  const data = await readTranscript(db, of);
  throw new Problem('version_conflict', 'Расшифровку изменили в другом месте', undefined, { data });
}

async function readUploadedSubtitles({ path, size }: UploadedFile): Promise<SpokenSegment[]> {
  if (size === 0) throw invalidField('subtitles', 'Файл пуст');
  try {
    return await readSubtitles(await readFile(path));
  } catch (error) {
    if (error instanceof SubtitleProblem) throw invalidField('subtitles', error.message);
    throw error;
  }
}
