import { calls } from '#contract/calls.ts';
import type { Proposal } from '#contract/proposal.ts';
import type { Summary, SummaryUpdate } from '#contract/summary.ts';
import { defineMutation, type Optimistic, type OutboxRow, variablesOf, withUnsent } from '#src/sync/index.ts';
import { proposalsQuery, summaryQuery } from './queries.ts';

export interface SummaryEdit {
  protocolId: string;
  protocolTitle: string;
  /** The version in force that it was made over; 0 where there was none. */
  version: number;
  text: string;
  points: SummaryUpdate['points'];
  /** The newer run is put away with it. */
  discardsDraft: boolean;
}

export interface ProposalAnswer {
  protocolId: string;
  proposal: Pick<Proposal, 'id' | 'text'>;
  state: Proposal['state'];
}

/** PUT /protocols/{id}/summary: what a person made of it, whole. */
export const updateSummary = defineMutation({
  name: 'summary.update',
  call: calls.updateSummary,
  prepare: ({ protocolId, protocolTitle, version, text, points, discardsDraft }: SummaryEdit) => ({
    scope: `protocol:${protocolId}`,
    subject: `summary of ${protocolId}`,
    title: `Итоги протокола «${protocolTitle}»`,
    params: { id: protocolId },
    body: { version, text, points, ...(discardsDraft ? { draft: 'discard' } : {}) },
  }),
  async onSettled(client, { protocolId }, reply) {
    const { queryKey } = summaryQuery(protocolId);
    if (reply) client.setQueryData(queryKey, reply);
    else await client.invalidateQueries({ queryKey });
  },
});

/** PUT /protocols/{id}/proposals/{proposalId}: taken over or dismissed; one that is gone needs no answer any more. */
export const answerProposal = defineMutation({
  name: 'proposal.update',
  call: calls.updateProposal,
  prepare: ({ protocolId, proposal: { id, text }, state }: ProposalAnswer) => ({
    scope: `protocol:${protocolId}`,
    subject: id,
    title: `Предложение «${text}»: ${answerWords[state]}`,
    params: { id: protocolId, proposalId: id },
    body: { state },
    successStatuses: [404],
  }),
  async onSettled(client, { protocolId, proposal, state }) {
    const { queryKey } = proposalsQuery(protocolId);
    client.setQueryData<Proposal[]>(queryKey, (all) =>
      all?.map((each) => (each.id === proposal.id ? { ...each, state } : each)),
    );
    await client.invalidateQueries({ queryKey });
  },
});

export const summaryMutations = [updateSummary, answerProposal] as const;

const answerWords: Record<Proposal['state'], string> = {
  open: 'вернуть',
  accepted: 'принято',
  dismissed: 'отклонено',
};

/** The summary as it is once what is unsent has arrived; its version stays that which the server knows. */
export function applyToSummary(summary: Summary, protocolId: string, rows: readonly OutboxRow[]): Optimistic<Summary> {
  let optimistic: Optimistic<Summary> = summary;
  for (const row of rows) {
    const edit = variablesOf(updateSummary, row);
    if (edit?.protocolId !== protocolId) continue;
    const { text, points, discardsDraft } = edit;
    optimistic = withUnsent<Summary>(
      { ...optimistic, text, points, source: 'human', ...(discardsDraft ? { draft: null } : {}) },
      [row],
    );
  }
  return optimistic;
}

/** The proposals with the answers that are unsent. */
export function applyToProposals(proposals: readonly Proposal[], rows: readonly OutboxRow[]): Optimistic<Proposal>[] {
  let optimistic: Optimistic<Proposal>[] = [...proposals];
  for (const row of rows) {
    const answer = variablesOf(answerProposal, row);
    if (!answer) continue;
    const { proposal, state } = answer;
    optimistic = optimistic.map((each) =>
      each.id === proposal.id ? withUnsent<Proposal>({ ...each, state }, [row]) : each,
    );
  }
  return optimistic;
}
