import type { Proposal } from '#contract/proposal.ts';

/** What a proposal would become in the minutes. */
export const kindWords: Record<Proposal['kind'], string> = {
  question: 'Вопрос',
  decision: 'Решение',
  task: 'Поручение',
};
