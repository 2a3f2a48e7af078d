// Summaries and proposals.

export {
  answerProposal,
  proposalCollection,
  type SummaryEdit,
  summaryCollection,
  summaryMutations,
  updateSummary,
} from './mutations.ts';
export { proposalsQuery, summaryQuery, summaryVersionQuery } from './queries.ts';
