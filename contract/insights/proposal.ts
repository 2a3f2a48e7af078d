import * as z from 'zod/mini';
import { maybe, string } from '#contract/common.ts';
import { evidence } from '#contract/evidence.ts';
import { id } from '#contract/id.ts';

export const proposalKinds = ['question', 'decision', 'task'] as const;
export const proposalStates = ['open', 'accepted', 'dismissed'] as const;
/** Origin of a proposal: a spoken keyword, typical phrases of decisions and tasks, or a language model. */
export const proposalSources = ['keyword', 'extract', 'llm'] as const;

/** An agenda item, decision or task proposed from the recording; the secretary accepts or dismisses it. */
export const proposal = z.looseObject({
  id,
  kind: z.catch(z.enum(proposalKinds), 'task'),
  state: z.catch(z.enum(proposalStates), 'open'),
  text: z.string(),
  source: maybe(string),
  evidence: maybe(z.catch(z.nullable(evidence), null)),
});
export type Proposal = z.infer<typeof proposal>;

/** PUT /protocols/{id}/proposals/{proposalId}: the answer of the secretary. */
export const proposalUpdate = z.looseObject({ state: z.enum(proposalStates) });
