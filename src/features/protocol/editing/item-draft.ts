import * as z from 'zod/mini';
import { agendaItem } from '#contract/protocol.ts';
import { deviceDrafts } from './device-drafts.ts';
import { chosenPerson } from './protocol-form.ts';

const voteCount = z.string();

/** What is typed in a question and not in the outbox yet. */
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

export const itemDrafts = deviceDrafts('question-draft', draft);
