import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Storage } from '#server/platform/storage/index.ts';
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
  /** Who hears: each cuts the sound into pieces of its own. */
  place: z.optional(place),
  heard: z.array(piece),
  /** The pieces of each voice, where they were looked for. */
  pieces: z._default(z.array(z.array(span)), []),
  /** The transcript that grows by them. */
  transcript: z.optional(z.string()),
  /** In which run it was begun beside one that a person has corrected. */
  draft: z.optional(z.number()),
  /** What was recognised of the same recording before, and stays until there is something new. */
  earlier: z.optional(z.string()),
  /** The run of the recording that has heard all of it. */
  ended: z.optional(z.number()),
});

/** A piece that was recognised, or `missed` since the model cannot take it; `voice` counts the speakers' tracks. */
export type HeardPiece = z.infer<typeof piece>;
/** How far the recognition of a recording has come; a server that was killed goes on from there. */
export type Heard = z.infer<typeof kept>;

/**
 * Reads what was kept of it. What another has heard is left out: its pieces do not fit, and all would be said twice. So is
 * what an earlier run has ended: it is asked for once more.
 * @param by who is to go on; nobody yet where that is not known
 */
export async function readHeard(
  storage: Pick<Storage, 'size' | 'read'>,
  key: string | undefined,
  { by, run }: { by: z.infer<typeof place> | undefined; run: number },
): Promise<Heard> {
  const heard = await readKept(storage, key);
  // Earlier versions did not tell who; only a model on this machine looks for pieces.
  const before = heard.place ?? (heard.pieces.length > 0 ? 'machine' : 'service');
  const isOver = heard.ended !== undefined && heard.ended !== run;
  if (!isOver && (by === undefined || by === before)) return { ...heard, place: before };
  return { heard: [], pieces: [], place: by ?? before, earlier: heard.transcript ?? heard.earlier };
}

/** The earliest versions kept the pieces alone. */
async function readKept(storage: Pick<Storage, 'size' | 'read'>, key: string | undefined): Promise<Heard> {
  const none = { heard: [], pieces: [] };
  if (key === undefined || (await storage.size(key)) === undefined) return none;
  const stored: unknown = JSON.parse((await buffer(await storage.read(key))).toString());
  return kept.safeParse(Array.isArray(stored) ? { heard: stored } : stored).data ?? none;
}

type Keeping = Pick<StepContext, 'database' | 'storage' | 'video' | 'requireTurn'>;

/** Keeps how far it has come, unless another node goes on with it by now. */
export async function writeHeard({ database, storage, video, requireTurn }: Keeping, heard: Heard): Promise<void> {
  const key = video.speech_key;
  if (!key) return;
  await requireTurn(database.db);
  await storage.put(key, Buffer.from(JSON.stringify(heard)), 'application/json');
}
