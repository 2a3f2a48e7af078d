// Summaries and proposals.

export {
  answerProposal,
  layProposals,
  laySummary,
  type SummaryEdit,
  summaryWrites,
  updateSummary,
} from './mutations.ts';
export { proposalsQuery, summaryQuery, summaryVersionQuery } from './queries.ts';
