import type { Evidence } from '#contract/evidence.ts';
import { capitalized } from '#server/platform/text/index.ts';
import type { KeywordHits } from './find-keywords.ts';
import { overlap, rankSentences } from './rank-sentences.ts';
import { cutAtWord, evidenceOf, type Segment } from './segment.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { isCeremony, isDecision, isTask, openedQuestion } from './speech-patterns.ts';
import { stemsOf } from './words.ts';

export type SummaryPoint = { text: string; evidence: Evidence };
export type MadeSummary = { text: string; points: SummaryPoint[] };

const fewestWords = 4;
/** Shorter than a person may write, so that a summary can be edited and saved: subtitles need no full stops. */
const longestPoint = 1_000;
/** Minimum rank of a sentence, since one that resembles no other may still matter. */
const minRank = 0.5;
const maxAlike = 0.65;
const stopStems = new Set(
  stemsOf(
    'и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще ' +
      'нет о из ему теперь когда даже ну ли если уже или ни быть был него до вас опять уж вам ведь там потом себя может ' +
      'они тут где есть надо для мы тебя их чем была сам чтоб без будто чего раз тоже себе под будет тогда кто этот того ' +
      'потому этого какой ним здесь этом один почти мой тем чтобы нее сейчас были куда зачем при об это эта эти можно',
  ),
);

/**
 * Returns the most important sentences in chronological order, each with its moment. They are weighted by centrality,
 * by content (decisions, tasks) and by their keywords; repetitions are left out.
 */
export function extractSummary(lines: readonly Segment[], hits: KeywordHits): MadeSummary {
  const all = sentencesOf(lines).map((sentence) => ({ sentence, words: contentOf(sentence.text) }));
  const candidates = all.filter(({ sentence }) => sentence.text.split(' ').length >= fewestWords);
  const ranks = rankSentences(candidates.map(({ words }) => words));
  const scored = candidates.map(({ sentence, words }, index) => ({
    sentence,
    words: new Set(words),
    index,
    score: (minRank + (ranks[index] ?? 0)) * weightOf(sentence, hits),
  }));
  const chosen: typeof scored = [];
  for (const each of scored.sort((one, other) => other.score - one.score)) {
    if (chosen.length >= pointsFor(candidates.length)) break;
    if (chosen.every((other) => overlap(each.words, other.words) < maxAlike)) chosen.push(each);
  }
  const points = chosen
    .sort((one, other) => one.index - other.index)
    .map(({ sentence: { text, lines } }) => {
      return { text: cutAtWord(capitalized(text), longestPoint), evidence: evidenceOf(lines, text) };
    });
  return { text: points.map(({ text }) => text).join(' '), points };
}

/** Returns the number of points: a few for a minute's talk, less than twenty for three hours. */
function pointsFor(sentences: number): number {
  return Math.round(2.3 * Math.log(sentences + 1));
}

function contentOf(text: string): string[] {
  return stemsOf(text).filter((stem) => stem.length > 1 && !stopStems.has(stem));
}

function weightOf({ text, lines }: Sentence, hits: KeywordHits): number {
  const words = text.split(' ').length;
  const length = words > 60 ? 0.5 : words < 6 ? 0.7 : 1;
  const keywords = new Set(lines.flatMap(({ id }) => hits[id] ?? [])).size;
  const turn = isDecision(text) ? 3 : isTask(text) ? 2.5 : openedQuestion(text) || isCeremony(text) ? 0.4 : 1;
  const asked = text.endsWith('?') ? 0.5 : 1;
  return length * turn * asked * (1 + 0.3 * Math.min(2, keywords));
}
