import {
  type Ballot,
  countWords,
  type VoteChoice,
  type Votes,
  voteChoices,
  voteTitles,
} from '#contract/protocols/votes.ts';
import { compareNames, surnameFirst } from '#contract/text/person-name.ts';
import { isPrinted } from '#contract/text/russian-text.ts';
import type { DocumentAgendaItem } from './document-input.ts';
import { type Paragraph, type ParagraphStyle, paragraph } from './document-model.ts';

/**
 * Builds «Голосовали: за – 6, против – 0, воздержались – 1.», by name with how each person voted, and a remark if there
 * was no quorum. A vote without a single voter is not printed.
 * @param subject what the vote was on, where its place does not tell: «по пункту 1.1 в целом»
 */
export function votes(
  result: Votes | null | undefined,
  style: ParagraphStyle = 'body',
  subject: string | undefined = undefined,
): Paragraph[] {
  if (!isVoted(result)) return [];
  const heading = ['Голосовали', result.is_secret && 'тайно', subject].filter(Boolean).join(' ');
  const ballots = result.is_secret ? [] : (result.by_name ?? []);
  const { no_quorum } = result;
  const lacking = no_quorum && no_quorum.answer !== 'mistaken' ? no_quorum : undefined;
  return [
    paragraph(style, `${heading}: ${countWords(result, '–')}.`),
    ...voteChoices.flatMap((choice) => byName(choice, ballots, style)),
    ...(lacking ? [paragraph(style, `Кворума при голосовании не было: ${lacking.present} из ${lacking.total}.`)] : []),
  ];
}

/** Builds the vote on a whole agenda item; where its points have votes of their own, it says so. */
export function votesOfItem({
  votes: result,
  decisions,
}: Pick<DocumentAgendaItem, 'votes' | 'decisions'>): Paragraph[] {
  const isApart = decisions?.some((each) => isPrinted(each.text) && isVoted(each.votes));
  return votes(result, 'body', isApart ? 'по вопросу в целом' : undefined);
}

const isVoted = (result: Votes | null | undefined): result is Votes =>
  result !== null && result !== undefined && voteChoices.some((choice) => result[choice]);

function byName(choice: VoteChoice, ballots: readonly Ballot[], style: ParagraphStyle): Paragraph[] {
  const names = ballots.filter(({ vote }) => vote === choice).toSorted(compareNames);
  if (names.length === 0) return [];
  const listed = `${voteTitles[choice]}: ${names.map(({ name }) => surnameFirst(name)).join(', ')}`;
  // «Ким Д. А.» already ends with a full stop.
  return [paragraph(style, listed.endsWith('.') ? listed : `${listed}.`)];
}
