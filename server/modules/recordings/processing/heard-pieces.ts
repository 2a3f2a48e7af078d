import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Storage } from '#server/platform/storage/index.ts';

const line = z.object({ start: z.number(), end: z.number(), text: z.string(), speaker: z.optional(z.string()) });
const piece = z.object({ start: z.number(), end: z.number(), lines: z.array(line), voice: z.optional(z.number()) });
const span = z.object({ start: z.number(), end: z.number(), silent: z.boolean() });
const kept = z.object({
  heard: z.array(piece),
  /** The pieces of each voice, where they were looked for. */
  pieces: z._default(z.array(z.array(span)), []),
  /** The transcript that grows by them. */
  transcript: z.optional(z.string()),
});

/** A piece that was recognised; `voice` counts the speakers' tracks. */
export type HeardPiece = z.infer<typeof piece>;
/** How far the recognition of a recording has come; a server that was killed goes on from there. */
export type Heard = z.infer<typeof kept>;

/** Reads what was kept of it; earlier versions kept the pieces alone. */
export async function readHeard(storage: Storage, key: string | undefined): Promise<Heard> {
  const none = { heard: [], pieces: [] };
  if (key === undefined || (await storage.size(key)) === undefined) return none;
  const told: unknown = JSON.parse((await buffer(await storage.read(key))).toString());
  return kept.safeParse(Array.isArray(told) ? { heard: told } : told).data ?? none;
}

export async function writeHeard(storage: Storage, key: string | undefined, heard: Heard): Promise<void> {
  if (key) await storage.put(key, Buffer.from(JSON.stringify(heard)), 'application/json');
}
