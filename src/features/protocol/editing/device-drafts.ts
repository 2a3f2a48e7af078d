import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { quorumRule } from '#contract/quorum.ts';
import { outbox, parseJson } from '#src/sync/index.ts';
import { chosenMember, chosenPerson, type NewProtocolForm } from './protocol-form.ts';

/**
 * Unsaved text in localStorage, under a name of its own. A value that cannot be read,
 * because it is broken or of another version of the app, counts as none, and is kept under `aside:{name}:{milliseconds}`
 * before it is replaced.
 */
function deviceWork<Work>(schema: z.ZodMiniType<Work>) {
  function parsed(text: string): Work | undefined {
    return z.safeParse(schema, parseJson(text)).data;
  }

  /** What was written last: it is written with every key, and need not be parsed to be known as readable. */
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
        // It stays where it is: there is no room for it elsewhere.
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

/** A draft with the name that the device keeps it under. */
export type Named<Draft> = Draft & { name: string };

/** What the names of drafts begin with. */
interface DraftKinds {
  kind: string;
  /**
   * In an earlier build, which kept one draft for each part. Its tabs open all that begins so, and save and remove it under
   * the name of the part: what they found under another name would be offered again. They do not find new drafts.
   */
  formerKind: string;
}

/**
 * The unsaved text in parts of a protocol, which the device keeps with every key. Each that writes a part has a draft of its
 * own, since several tabs may have the same part open.
 */
export function deviceDrafts<Draft extends { savedAt: string }>(
  { kind, formerKind }: DraftKinds,
  schema: z.ZodMiniType<Draft>,
) {
  const kept = deviceWork(schema);
  const prefixOf = ({ userId, protocolId }: DraftPlace, of = kind) => `${of}:${userId}:${protocolId}:`;

  return {
    ...kept,

    /** The name of a new draft of the part with this id. */
    newName: (place: DraftPlace, id: string): string => `${prefixOf(place)}${id}:${uuidv7()}`,

    /**
     * Returns the readable drafts of a protocol, the newest first: also those that were begun before a provider gave it its
     * id, and those of earlier builds.
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
 * A protocol that is being made, as it is kept on the device: what is typed, and the ids under which it is handed to the
 * outbox, so that doing that once more makes nothing twice.
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
  /** User id → the id of the member's row. */
  memberKeys: z.record(z.string(), z.string()),
  /** It is being handed to the outbox: found set at a start, nobody knows whether it got there. */
  handing: z.optional(z.boolean()),
});
export type ProtocolDraft = z.infer<typeof draft>;

/** The unsaved protocols of this device. */
export const protocolDrafts = {
  ...deviceWork(draft),

  /** The name of a new one: of its own, so that no tab writes over what is typed in another. */
  newName: (userId: string, meetingId: string): string => `${draftKey(userId, meetingId)}:${uuidv7()}`,

  /** Returns the names of those that can be read, the newest first. */
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

/** Each person has drafts of their own, and each meeting that a protocol is made of. An earlier build kept one, under this name. */
function draftKey(userId: string, meetingId: string): string {
  return `protocol-draft:${userId}:${meetingId}`;
}

export function newDraft(form: NewProtocolForm): ProtocolDraft {
  return { id: uuidv7(), savedAt: new Date().toISOString(), form, memberKeys: {} };
}
