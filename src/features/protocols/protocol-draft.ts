import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { chosenPerson, type NewProtocolForm } from './protocol-form.ts';

/**
 * A protocol that is being made, as it is kept on the device: what is typed, the ids under which it is sent, and how far
 * the sending came, so that going on makes nothing twice.
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
    chairman: z.array(chosenPerson),
    agenda: z.array(z.object({ id: z.string(), title: z.string(), speaker: z.array(chosenPerson) })),
    members: z.array(chosenPerson),
  }),
  /** The key of the last try and what it sent: the same again is a repeat, anything else a new write. */
  sent: z.optional(z.object({ key: z.string(), body: z.string() })),
  /** The protocol once the server has it. */
  createdId: z.optional(z.string()),
  /** User id → the id of the member's row and of its write. */
  memberKeys: z.record(z.string(), z.string()),
  added: z.array(z.string()),
});
export type ProtocolDraft = z.infer<typeof draft>;

/** Each person has a draft of their own, and each meeting that a protocol is made of. */
function draftKey(userId: string, meetingId: string): string {
  return `protocol-draft:${userId}:${meetingId}`;
}

export function newDraft(form: NewProtocolForm): ProtocolDraft {
  return { id: uuidv7(), savedAt: new Date().toISOString(), form, memberKeys: {}, added: [] };
}

/** What was kept; undefined where there is nothing, or what is there cannot be read any more. */
export function readDraft(userId: string, meetingId: string): ProtocolDraft | undefined {
  try {
    const parsed = z.safeParse(draft, JSON.parse(localStorage.getItem(draftKey(userId, meetingId)) ?? 'null'));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the draft. Returns false where the device has no room for it. */
export function writeDraft(userId: string, meetingId: string, value: ProtocolDraft): boolean {
  try {
    localStorage.setItem(draftKey(userId, meetingId), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function removeDraft(userId: string, meetingId: string): void {
  localStorage.removeItem(draftKey(userId, meetingId));
}
