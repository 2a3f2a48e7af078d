import { capitalized } from '#contract/capitalized.ts';
import { type QuorumRule, quorumWords, usualQuorums } from '#contract/quorum.ts';

/** A rule that names a number of people, which stands beside the choice. */
export const byCount = 'count';
/** A rule that is none of the usual ones. */
export const unusual = 'unusual';

/** The usual rules, to be chosen from. Beside them stand no rule (''), `byCount` and `unusual`. */
export const quorumChoices: readonly { value: string; title: string; rule: QuorumRule }[] = usualQuorums.map(
  (rule, index) => ({ value: String(index), title: quorumTitle(rule), rule }),
);

/** «Больше половины»; '' of a rule that asks for nothing. */
export function quorumTitle(rule: QuorumRule | null | undefined): string {
  return capitalized((rule && quorumWords(rule)) ?? '');
}

/** The choice that stands for a rule. */
export function choiceOf(rule: QuorumRule | null | undefined): string {
  if (rule?.count) return byCount;
  const title = quorumTitle(rule);
  if (title === '') return '';
  return quorumChoices.find((choice) => choice.title === title)?.value ?? unusual;
}
