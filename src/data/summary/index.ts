// Summaries and proposals.

export {
  answerProposal,
  proposalCollection,
  type SummaryEdit,
  summaryCollection,
  summaryMutations,
  updateSummary,
} from './mutations.ts';
export { summaryQuery, summaryVersionQuery, useProposalsQuery } from './queries.ts';
