import * as z from 'zod/mini';
import { absentIfOdd, maybe, type text } from '#contract/common.ts';

export const voteChoices = ['for', 'against', 'abstained'] as const;
export type VoteChoice = (typeof voteChoices)[number];

export const voteWords: Record<VoteChoice, string> = { for: 'за', against: 'против', abstained: 'воздержались' };
/** Words at the beginning of a line, before the names of those who voted so. */
export const voteTitles: Record<VoteChoice, string> = { for: 'За', against: 'Против', abstained: 'Воздержались' };

/** The vote of one member: their row, and their name, which stays if the row is removed. */
const ballotOf = (words: typeof text) =>
  z.looseObject({
    member_id: z.string().check(z.minLength(1), z.maxLength(255)),
    name: words(300),
    vote: z.enum(voteChoices),
  });
export type Ballot = z.infer<ReturnType<typeof ballotOf>>;

/**
 * Record of a vote without a quorum: how many were present, of how many, and how many were needed. `answer` is the
 * person's answer to the warning: the vote counts nevertheless, or there was a quorum and the roll call was wrong.
 */
const lacking = z.looseObject({
  present: z.int().check(z.gte(0)),
  total: z.int().check(z.gte(0)),
  needed: z.int().check(z.gte(0)),
  answer: maybe(z.enum(['counted', 'mistaken'])),
});

const count = z.int().check(z.gte(0));

/**
 * Votes on an agenda item or a decision; for a secret vote only the counts. The counts of a vote by name are those of
 * its ballots. When read, a later field in an unknown shape is absent, so that the agenda is not lost because of it.
 */
export function votesOf(words: typeof text, isRead: boolean) {
  const later = <T extends z.core.$ZodType>(schema: T) => (isRead ? absentIfOdd(schema) : maybe(schema));
  return z.looseObject({
    for: maybe(count),
    against: maybe(count),
    abstained: maybe(count),
    is_secret: later(z.boolean()),
    by_name: later(z.array(ballotOf(words)).check(z.maxLength(1_000))),
    no_quorum: later(lacking),
  });
}
export type Votes = z.infer<ReturnType<typeof votesOf>>;

/** Counts the ballots by choice. */
export function countsOf(ballots: readonly Ballot[]): Record<VoteChoice, number> {
  const countOf = (choice: VoteChoice) => ballots.filter(({ vote }) => vote === choice).length;
  return { for: countOf('for'), against: countOf('against'), abstained: countOf('abstained') };
}

/** Returns «за — 6, против — 0» from the counts that are set; '' if none is. */
export function countWords(votes: Votes | null | undefined, dash = '—'): string {
  return voteChoices
    .flatMap((choice) => {
      const given = votes?.[choice];
      return typeof given === 'number' ? [`${voteWords[choice]}\u00A0${dash} ${given}`] : [];
    })
    .join(', ');
}
