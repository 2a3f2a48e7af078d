// Summaries and proposals.

export {
  answerProposal,
  applyToProposals,
  applyToSummary,
  type SummaryEdit,
  summaryMutations,
  updateSummary,
} from './mutations.ts';
export { proposalsQuery, summaryQuery, summaryVersionQuery } from './queries.ts';
