import { type Ballot, countWords, type VoteChoice, type Votes, voteChoices, voteTitles } from '#contract/votes.ts';
import { type Paragraph, type ParagraphStyle, paragraph } from './document-model.ts';
import { compareNames, surnameFirst } from './person-name.ts';

/**
 * Builds «Голосовали: за – 6, против – 0, воздержались – 1.», by name with how each person voted, and a remark if there
 * was no quorum. A vote without a single voter is not printed.
 */
export function votes(result: Votes | null | undefined, style: ParagraphStyle = 'body'): Paragraph[] {
  if (!result || !voteChoices.some((choice) => result[choice])) return [];
  const heading = result.is_secret ? 'Голосовали тайно' : 'Голосовали';
  const ballots = result.is_secret ? [] : (result.by_name ?? []);
  const { no_quorum } = result;
  const lacking = no_quorum && no_quorum.answer !== 'mistaken' ? no_quorum : undefined;
  return [
    paragraph(style, `${heading}: ${countWords(result, '–')}.`),
    ...voteChoices.flatMap((choice) => byName(choice, ballots, style)),
    ...(lacking ? [paragraph(style, `Кворума при голосовании не было: ${lacking.present} из ${lacking.total}.`)] : []),
  ];
}

function byName(choice: VoteChoice, ballots: readonly Ballot[], style: ParagraphStyle): Paragraph[] {
  const names = ballots.filter(({ vote }) => vote === choice).toSorted(compareNames);
  if (names.length === 0) return [];
  const listed = `${voteTitles[choice]}: ${names.map(({ name }) => surnameFirst(name)).join(', ')}`;
  // «Ким Д. А.» already ends with a full stop.
  return [paragraph(style, listed.endsWith('.') ? listed : `${listed}.`)];
}
