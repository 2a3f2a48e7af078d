import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { deviceWork } from './device-work.ts';
import { chosenPerson, type NewProtocolForm } from './protocol-form.ts';

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
    chairman: z.array(chosenPerson),
    agenda: z.array(z.object({ id: z.string(), title: z.string(), speaker: z.array(chosenPerson) })),
    members: z.array(chosenPerson),
  }),
  /** User id → the id of the member's row. */
  memberKeys: z.record(z.string(), z.string()),
  /** It is being handed to the outbox: found set at a start, nobody knows whether it got there. */
  handing: z.optional(z.boolean()),
});
export type ProtocolDraft = z.infer<typeof draft>;

const kept = deviceWork(draft);

/** Each person has a draft of their own, and each meeting that a protocol is made of. */
function draftKey(userId: string, meetingId: string): string {
  return `protocol-draft:${userId}:${meetingId}`;
}

export function newDraft(form: NewProtocolForm): ProtocolDraft {
  return { id: uuidv7(), savedAt: new Date().toISOString(), form, memberKeys: {} };
}

/** What was kept; undefined where there is nothing, or what is there cannot be read any more. */
export function readDraft(userId: string, meetingId: string): ProtocolDraft | undefined {
  return kept.read(draftKey(userId, meetingId));
}

/** Keeps the draft. Returns false where the device has no room for it. */
export function writeDraft(userId: string, meetingId: string, value: ProtocolDraft): boolean {
  return kept.write(draftKey(userId, meetingId), value);
}

export function removeDraft(userId: string, meetingId: string): void {
  kept.remove(draftKey(userId, meetingId));
}
