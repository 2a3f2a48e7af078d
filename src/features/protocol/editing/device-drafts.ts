import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { quorumRule } from '#contract/bodies/quorum.ts';
import { outbox, parseJson } from '#src/sync/index.ts';
import { chosenMember, chosenPerson, type NewProtocolForm } from './protocol-form.ts';

/**
 * Unsaved text in localStorage, each under its own name. A value that cannot be read, because it is broken or comes
 * from another version of the app, counts as missing, and is kept under `aside:{name}:{milliseconds}` before it is
 * replaced.
 */
function deviceWork<Work>(schema: z.ZodMiniType<Work>) {
  function parsed(text: string): Work | undefined {
    return z.safeParse(schema, parseJson(text)).data;
  }

  /**
   * Last text written under each name: drafts are written with every key, and these need no parsing to be known as
   * valid.
   */
  const written = new Map<string, string>();

  /** Throws where the device has no room for it. */
  function moveAside(name: string): void {
    const text = localStorage.getItem(name);
    if (text !== null && text !== written.get(name) && parsed(text) === undefined)
      localStorage.setItem(`aside:${name}:${Date.now()}`, text);
  }

  return {
    read(name: string): Work | undefined {
      const text = localStorage.getItem(name);
      return text === null ? undefined : parsed(text);
    },

    /** Returns false where the device has no room for it. */
    write(name: string, work: Work): boolean {
      try {
        moveAside(name);
        const text = JSON.stringify(work);
        localStorage.setItem(name, text);
        written.set(name, text);
        return true;
      } catch {
        return false;
      }
    },

    remove(name: string): void {
      try {
        moveAside(name);
        localStorage.removeItem(name);
        written.delete(name);
      } catch {
        // The unreadable value stays in its place: there is no room to move it aside.
      }
    },
  };
}

function byAge(one: { savedAt: string }, other: { savedAt: string }): number {
  return one.savedAt < other.savedAt ? 1 : -1;
}

/** The owner of drafts: a person and a protocol. */
export interface DraftPlace {
  userId: string;
  protocolId: string;
}

/** A draft with its name in the storage of the device. */
export type Named<Draft> = Draft & { name: string };

/** Prefixes of the names of drafts. */
interface DraftKinds {
  kind: string;
  /**
   * Prefix of an earlier build, which kept one draft per part. Its tabs open everything with this prefix, and save and
   * remove it under the name of the part, so a draft under any other name would be offered again. They do not find new
   * drafts.
   */
  formerKind: string;
}

/**
 * Store of the unsaved text in parts of a protocol, written to the device with every key. Each form that edits a part
 * has a draft of its own, since several tabs may have the same part open.
 */
export function deviceDrafts<Draft extends { savedAt: string }>(
  { kind, formerKind }: DraftKinds,
  schema: z.ZodMiniType<Draft>,
) {
  const kept = deviceWork(schema);
  const prefixOf = ({ userId, protocolId }: DraftPlace, of = kind) => `${of}:${userId}:${protocolId}:`;

  return {
    ...kept,

    /** Returns the name of a new draft of the part with this id. */
    newName: (place: DraftPlace, id: string): string => `${prefixOf(place)}${id}:${uuidv7()}`,

    /**
     * Returns the readable drafts of a protocol, the newest first: also those that were begun before a provider gave it
     * its id, and those of earlier builds.
     */
    readAll({ userId, protocolId }: DraftPlace): Named<Draft>[] {
      const ids = [protocolId, ...outbox.formerIds(protocolId)];
      const prefixes = ids.flatMap((id) => [kind, formerKind].map((of) => prefixOf({ userId, protocolId: id }, of)));
      return Object.keys(localStorage)
        .filter((name) => prefixes.some((prefix) => name.startsWith(prefix)))
        .flatMap((name) => {
          const draft = kept.read(name);
          return draft ? [{ ...draft, name }] : [];
        })
        .sort(byAge);
    },
  };
}

/**
 * Draft of a new protocol as stored on the device: the typed values, and the ids under which it is handed to the
 * outbox, so that a second attempt creates nothing twice.
 */
const draft = z.object({
  id: z.string(),
  savedAt: z.string(),
  form: z.object({
    title: z.string(),
    number: z.string(),
    kind: z.string(),
    held_at: z.optional(z.nullable(z.string())),
    ended_at: z.optional(z.nullable(z.string())),
    place: z.string(),
    organization: z.string(),
    meeting_id: z.string(),
    body_id: z.optional(z.string()),
    quorum: z.optional(z.nullable(quorumRule)),
    chairman: z.array(chosenPerson),
    agenda: z.array(z.object({ id: z.string(), title: z.string(), speaker: z.array(chosenPerson) })),
    members: z.array(chosenMember),
  }),
  /** Ids of the members' rows by user id. */
  memberKeys: z.record(z.string(), z.string()),
  /**
   * Set while the draft is handed to the outbox: when found at a start, it is unknown whether the outbox received it.
   */
  handing: z.optional(z.boolean()),
});
export type ProtocolDraft = z.infer<typeof draft>;

/** Drafts of new protocols on this device. */
export const protocolDrafts = {
  ...deviceWork(draft),

  /** Returns the name of a new draft; it is unique, so that no tab overwrites the text of another. */
  newName: (userId: string, meetingId: string): string => `${draftKey(userId, meetingId)}:${uuidv7()}`,

  /** Returns the names of the readable drafts, the newest first. */
  namesOf(userId: string, meetingId: string): string[] {
    const key = draftKey(userId, meetingId);
    return Object.keys(localStorage)
      .flatMap((name) => {
        const draft = name === key || name.startsWith(`${key}:`) ? protocolDrafts.read(name) : undefined;
        return draft ? [{ ...draft, name }] : [];
      })
      .sort(byAge)
      .map(({ name }) => name);
  },
};

/**
 * Returns the prefix of the drafts of a person for the meeting that the protocol is made from. An earlier build kept a
 * single draft, under this name.
 */
function draftKey(userId: string, meetingId: string): string {
  return `protocol-draft:${userId}:${meetingId}`;
}

export function newDraft(form: NewProtocolForm): ProtocolDraft {
  return { id: uuidv7(), savedAt: new Date().toISOString(), form, memberKeys: {} };
}
