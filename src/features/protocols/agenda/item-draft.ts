import * as z from 'zod/mini';
import { agendaItem } from '#contract/protocol.ts';
import { chosenPerson } from '../new/protocol-form.ts';

const voteCount = z.string();

/** What is typed in a question and not in the outbox yet, as the device keeps it with every key. */
const draft = z.object({
  itemId: z.string(),
  savedAt: z.string(),
  /** The question as the form began with it, or last saved it; null of one that is being added. */
  base: z.object({ item: z.nullable(agendaItem), version: z.optional(z.nullable(z.int())) }),
  form: z.object({
    title: z.string(),
    speaker: z.array(chosenPerson),
    listened: z.string(),
    discussion: z.string(),
    decisions: z.array(z.object({ id: z.string(), text: z.string() })),
    votes: z.object({ for: voteCount, against: voteCount, abstained: voteCount }),
  }),
});
export type ItemDraft = z.infer<typeof draft>;

/** Whose question it is: drafts of one person, and of one protocol, are no others'. */
export interface DraftPlace {
  userId: string;
  protocolId: string;
}

/** The name of a draft, and of the lock that the tab holds which writes it. */
export function draftName({ userId, protocolId }: DraftPlace, itemId: string): string {
  return `question-draft:${userId}:${protocolId}:${itemId}`;
}

/** What was typed in a protocol and not saved, the last first; what cannot be read any more is none. */
export function readDrafts(place: DraftPlace): ItemDraft[] {
  const prefix = draftName(place, '');
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => read(name) ?? [])
    .sort((one, other) => (one.savedAt < other.savedAt ? 1 : -1));
}

/** Keeps the draft. Returns false where the device has no room for it. */
export function writeDraft(place: DraftPlace, value: ItemDraft): boolean {
  try {
    localStorage.setItem(draftName(place, value.itemId), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function removeDraft(place: DraftPlace, itemId: string): void {
  localStorage.removeItem(draftName(place, itemId));
}

/** Whether no tab is writing this draft: whoever opened its question holds its lock. */
export function isAbandoned(place: DraftPlace, itemId: string): Promise<boolean> {
  return navigator.locks.request(draftName(place, itemId), { ifAvailable: true }, async (lock) => lock !== null);
}

/** Holds the lock of a draft until the returned function is called. */
export function holdDraft(place: DraftPlace, itemId: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void navigator.locks.request(draftName(place, itemId), () => promise);
  return resolve;
}

function read(name: string): ItemDraft | undefined {
  try {
    const parsed = z.safeParse(draft, JSON.parse(localStorage.getItem(name) ?? 'null'));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
