import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Storage } from '#server/platform/storage/index.ts';
import { parseKept } from './parse-kept.ts';
import type { StepContext } from './step.ts';

const line = z.object({ start: z.number(), end: z.number(), text: z.string(), speaker: z.optional(z.string()) });
const piece = z.object({
  start: z.number(),
  end: z.number(),
  lines: z.array(line),
  voice: z.optional(z.number()),
  missed: z.optional(z.boolean()),
});
const span = z.object({ start: z.number(), end: z.number(), silent: z.boolean() });
const place = z.enum(['service', 'machine']);
const kept = z.object({
  /** Where the sound is recognised: a service and a machine cut it into different pieces. */
  place: z.optional(place),
  heard: z.array(piece),
  /** Pieces of each voice, once they have been determined. */
  pieces: z._default(z.array(z.array(span)), []),
  /** Id of the growing transcript. */
  transcript: z.optional(z.string()),
  /** Run in which the transcript was begun as a draft, beside one that a person has corrected. */
  draft: z.optional(z.number()),
  /** Id of an earlier transcript of the same recording, which stays until there is a new one. */
  earlier: z.optional(z.string()),
  /** Run that has recognised everything. */
  ended: z.optional(z.number()),
});

/**
 * A recognised piece, or one `missed` because the model cannot process it; `voice` is the index of the speaker's track.
 */
export type RecognisedPiece = z.infer<typeof piece>;
/** Progress of the recognition of a recording, from which a killed server continues. */
export type RecognitionProgress = z.infer<typeof kept>;

/**
 * Reads the stored progress. What another recogniser has heard is dropped: its pieces differ, and everything would be
 * transcribed twice. So is progress that an earlier run has completed, since recognition is requested anew.
 * @param by the recogniser that continues; undefined if it is not known yet
 */
export async function readProgress(
  storage: Pick<Storage, 'size' | 'read'>,
  key: string | undefined,
  { by, run }: { by: z.infer<typeof place> | undefined; run: number },
): Promise<RecognitionProgress> {
  const heard = await readKept(storage, key);
  // Earlier versions did not store the place; only a model on this machine determines pieces.
  const before = heard.place ?? (heard.pieces.length > 0 ? 'machine' : 'service');
  const isOver = heard.ended !== undefined && heard.ended !== run;
  if (!isOver && (by === undefined || by === before)) return { ...heard, place: before };
  return { heard: [], pieces: [], place: by ?? before, earlier: heard.transcript ?? heard.earlier };
}

/** Reads the stored file; the earliest versions stored only the list of pieces. A damaged file counts as none. */
async function readKept(
  storage: Pick<Storage, 'size' | 'read'>,
  key: string | undefined,
): Promise<RecognitionProgress> {
  const none = { heard: [], pieces: [] };
  if (key === undefined || (await storage.size(key)) === undefined) return none;
  const stored = parseKept((await buffer(await storage.read(key))).toString());
  return kept.safeParse(Array.isArray(stored) ? { heard: stored } : stored).data ?? none;
}

type Keeping = Pick<StepContext, 'database' | 'storage' | 'video' | 'requireTurn'>;

/** Stores the progress, unless another node has taken over. */
export async function writeProgress(
  { database, storage, video, requireTurn }: Keeping,
  heard: RecognitionProgress,
): Promise<void> {
  const key = video.speech_key;
  if (!key) return;
  await requireTurn(database.db);
  await storage.put(key, Buffer.from(JSON.stringify(heard)), 'application/json');
}
