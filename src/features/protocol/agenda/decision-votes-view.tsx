import { countWords, type Votes, voteChoices, voteTitles } from '#contract/protocols/votes.ts';
import { shortName } from '#src/format/index.ts';
import votesStyles from './decision-votes.module.css';

/** «Голосовали: за — 6, против — 0», below its decision. */
export function VotesOfDecision({ votes }: { votes: Votes | null | undefined }) {
  const words = countWords(votes);
  if (!votes || !words) return null;
  const { no_quorum, by_name, is_secret } = votes;
  return (
    <p className={votesStyles.votes}>
      <span>
        {is_secret ? 'Голосовали тайно' : 'Голосовали'}: {words}
      </span>
      {is_secret
        ? null
        : voteChoices.map((choice) => {
            const names = (by_name ?? []).filter(({ vote }) => vote === choice).map(({ name }) => shortName(name));
            return names.length > 0 ? (
              <span key={choice} className={votesStyles.note}>
                {voteTitles[choice]}: <bdi>{names.join(', ')}</bdi>
              </span>
            ) : null;
          })}
      {no_quorum && no_quorum.answer !== 'mistaken' ? (
        <span className={no_quorum.answer ? votesStyles.note : votesStyles.warning}>
          {no_quorum.answer ? 'Учтено без кворума' : 'Голосовали без кворума'}: {no_quorum.present} из {no_quorum.total}
        </span>
      ) : null}
    </p>
  );
}
