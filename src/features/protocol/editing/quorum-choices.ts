import { type QuorumRule, quorumWords, usualQuorums } from '#contract/bodies/quorum.ts';
import { capitalized } from '#contract/text/capitalized.ts';

/** Value of the choice for a rule with a number of people, which is entered beside the choice. */
export const byCount = 'count';
/** Value of the choice for a rule that is not among the usual ones. */
export const unusual = 'unusual';

/** The usual rules to choose from; besides them there are no rule (''), `byCount` and `unusual`. */
export const quorumChoices: readonly { value: string; title: string; rule: QuorumRule }[] = usualQuorums.map(
  (rule, index) => ({ value: String(index), title: quorumTitle(rule), rule }),
);

/** Returns the title of a rule, «Больше половины»; '' for a rule that requires nothing. */
export function quorumTitle(rule: QuorumRule | null | undefined): string {
  return capitalized((rule && quorumWords(rule)) ?? '');
}

/** Returns the value of the choice for a rule. */
export function choiceOf(rule: QuorumRule | null | undefined): string {
  if (rule?.count) return byCount;
  const title = quorumTitle(rule);
  if (title === '') return '';
  return quorumChoices.find((choice) => choice.title === title)?.value ?? unusual;
}
