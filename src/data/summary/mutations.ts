import { calls } from '#contract/calls.ts';
import type { Proposal } from '#contract/insights/proposal.ts';
import type { Summary, SummaryUpdate } from '#contract/insights/summary.ts';
import { entities } from '#src/data/entities.ts';
import { addressOfMutation, protocolScope } from '#src/data/protocol-scope.ts';
import { defineCollection, defineMutation } from '#src/sync/index.ts';
import { proposalsQuery, summaryQuery } from './queries.ts';

export interface SummaryEdit {
  protocolId: string;
  protocolTitle: string;
  /** The version in force that the edit is based on; 0 if there was none. */
  version: number;
  text: string;
  points: SummaryUpdate['points'];
  /** Whether the newer run is discarded with it. */
  discardsDraft: boolean;
}

export interface ProposalAnswer {
  protocolId: string;
  proposal: Pick<Proposal, 'id' | 'text'>;
  state: Proposal['state'];
}

/** PUT /protocols/{id}/summary: the whole edited summary. */
export const updateSummary = defineMutation({
  name: 'summary.update',
  call: calls.updateSummary,
  prepare: ({ protocolId, protocolTitle, version, text, points, discardsDraft }: SummaryEdit) => ({
    scope: protocolScope(protocolId),
    subject: `summary of ${protocolId}`,
    title: `Итоги протокола «${protocolTitle}»`,
    params: { id: protocolId },
    body: { version, text, points, ...(discardsDraft ? { draft: 'discard' } : {}) },
  }),
  changes: ({ protocolId, text, points, discardsDraft }) => [
    entities.summary.update(protocolId, (summary) => ({
      ...summary,
      text,
      points,
      source: 'human',
      ...(discardsDraft ? { draft: null } : {}),
    })),
  ],
  async updateCache(client, { protocolId }, reply) {
    const { queryKey } = summaryQuery(protocolId);
    if (reply) client.setQueryData(queryKey, reply);
    else await client.invalidateQueries({ queryKey });
  },
});

/** PUT /protocols/{id}/proposals/{proposalId}: accepts or dismisses a proposal; a 404 counts as success. */
export const answerProposal = defineMutation({
  name: 'proposal.update',
  call: calls.updateProposal,
  prepare: ({ protocolId, proposal: { id, text }, state }: ProposalAnswer) => ({
    scope: protocolScope(protocolId),
    subject: id,
    title: `Предложение «${text}»: ${answerWords[state]}`,
    params: { id: protocolId, proposalId: id },
    body: { state },
    successStatuses: [404],
  }),
  changes: ({ protocolId, proposal, state }) => [
    entities.proposal.update(proposal.id, (each) => ({ ...each, state }), { parent: protocolId }),
  ],
  invalidates: ({ protocolId }) => [proposalsQuery(protocolId).queryKey],
});

export const summaryMutations = [updateSummary, answerProposal] as const;

const answerWords: Record<Proposal['state'], string> = {
  open: 'вернуть',
  accepted: 'принято',
  dismissed: 'отклонено',
};

/** The summaries; a queued edit leaves `version` as the server last sent it. */
export const summaryCollection = defineCollection<Summary>({
  entity: entities.summary,
  idOf: () => undefined,
  holding: () => undefined,
  address: addressOfMutation,
});

export const proposalCollection = defineCollection<Proposal>({
  entity: entities.proposal,
  idOf: ({ id }) => id,
  holding: ([name, protocolId, part]) =>
    name === 'protocol' && part === 'proposals' ? { parent: String(protocolId) } : undefined,
  address: addressOfMutation,
});
