import * as z from 'zod/mini';
import { absentIfOdd, maybe, type text } from './common.ts';

export const voteChoices = ['for', 'against', 'abstained'] as const;
export type VoteChoice = (typeof voteChoices)[number];

export const voteWords: Record<VoteChoice, string> = { for: 'за', against: 'против', abstained: 'воздержались' };
/** The same at the beginning of a line, before those who voted so. */
export const voteTitles: Record<VoteChoice, string> = { for: 'За', against: 'Против', abstained: 'Воздержались' };

/** How one member voted: by their row, and by the name that stays when the row is gone. */
const ballotOf = (words: typeof text) =>
  z.looseObject({
    member_id: z.string().check(z.minLength(1), z.maxLength(255)),
    name: words(300),
    vote: z.enum(voteChoices),
  });
export type Ballot = z.infer<ReturnType<typeof ballotOf>>;

/**
 * That there was no quorum when it was voted: how many were there, of how many, and how many it takes. `answer` is what the
 * person said to the warning: it counts nevertheless, or there was one and the roll was wrong.
 */
const lacking = z.looseObject({
  present: z.int().check(z.gte(0)),
  total: z.int().check(z.gte(0)),
  needed: z.int().check(z.gte(0)),
  answer: maybe(z.enum(['counted', 'mistaken'])),
});

const count = z.int().check(z.gte(0));

/**
 * Votes on a question or a decision; of a secret one the counts alone. The counts of a vote by name are those of its ballots.
 * What is read of the later fields in a shape of its own is absent: an agenda is not lost for it.
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

/** The counts that ballots come to. */
export function countsOf(ballots: readonly Ballot[]): Record<VoteChoice, number> {
  const countOf = (choice: VoteChoice) => ballots.filter(({ vote }) => vote === choice).length;
  return { for: countOf('for'), against: countOf('against'), abstained: countOf('abstained') };
}

/** «за — 6, против — 0» of the counts that there are; '' where there is none. */
export function countWords(votes: Votes | null | undefined, dash = '—'): string {
  return voteChoices
    .flatMap((choice) => {
      const given = votes?.[choice];
      return typeof given === 'number' ? [`${voteWords[choice]}\u00A0${dash} ${given}`] : [];
    })
    .join(', ');
}
