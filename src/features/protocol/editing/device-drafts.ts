import type * as z from 'zod/mini';
import { deviceWork } from './device-work.ts';

/** Whose drafts they are: those of one person, and of one protocol, are no others'. */
export interface DraftPlace {
  userId: string;
  protocolId: string;
}

/**
 * What is typed in parts of a protocol and not in the outbox yet, as the device keeps it with every key; each under the
 * `id` of its part.
 * @param kind begins the names that they are kept under
 */
export function deviceDrafts<Draft extends { savedAt: string }>(kind: string, schema: z.ZodMiniType<Draft>) {
  /** The name of a draft, and of the lock that the tab holds which writes it. */
  const nameOf = ({ userId, protocolId }: DraftPlace, id: string) => `${kind}:${userId}:${protocolId}:${id}`;

  const kept = deviceWork(schema);

  return {
    /** What was typed in one part and not saved. */
    read: (place: DraftPlace, id: string): Draft | undefined => kept.read(nameOf(place, id)),

    /** What was typed in a protocol and not saved, the last first; what cannot be read any more is none. */
    readAll(place: DraftPlace): Draft[] {
      const prefix = nameOf(place, '');
      return Object.keys(localStorage)
        .filter((name) => name.startsWith(prefix))
        .flatMap((name) => kept.read(name) ?? [])
        .sort((one, other) => (one.savedAt < other.savedAt ? 1 : -1));
    },

    /** Keeps the draft. Returns false where the device has no room for it. */
    write: (place: DraftPlace, id: string, draft: Draft): boolean => kept.write(nameOf(place, id), draft),

    remove: (place: DraftPlace, id: string): void => kept.remove(nameOf(place, id)),

    /** Whether no tab is writing this draft: whoever opened its part holds its lock. */
    isAbandoned: (place: DraftPlace, id: string): Promise<boolean> =>
      navigator.locks.request(nameOf(place, id), { ifAvailable: true }, async (lock) => lock !== null),

    /** Holds the lock of a draft until the returned function is called. */
    hold(place: DraftPlace, id: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      void navigator.locks.request(nameOf(place, id), () => promise);
      return resolve;
    },
  };
}
