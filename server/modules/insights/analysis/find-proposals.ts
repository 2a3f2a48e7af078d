import type { Evidence } from '#contract/evidence.ts';
import type { Proposal } from '#contract/proposal.ts';
import { capitalized } from '#server/platform/text/index.ts';
import { findKeywords, type KeywordHits } from './find-keywords.ts';
import { evidenceOf, type Segment } from './segment.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { decidedText, isAction, openedQuestion, tellsDecision, tellsSuggestion, tellsTask } from './turns-of-speech.ts';
import { textKey } from './words.ts';

/** What the recording suggests for the minutes, with the moment it comes from. */
export type Found = {
  kind: Proposal['kind'];
  text: string;
  source: 'keyword' | 'extract' | 'llm';
  evidence: Evidence;
};

/** Most proposals of one kind: nobody reads more. */
const most = 60;

/** Finds what is said as a question, a decision or a task; a keyword that is something to do makes a task too. */
export function findProposals(lines: readonly Segment[], hits: KeywordHits): Found[] {
  return onceEach(sentencesOf(lines).flatMap((sentence) => proposalOf(sentence, hits) ?? []));
}

/** Returns the first of several with the same text. */
export function onceEach(found: readonly Found[]): Found[] {
  const known = new Set<string>();
  const count = { question: 0, decision: 0, task: 0 };
  return found.filter(({ kind, text }) => {
    const key = `${kind} ${textKey(text)}`;
    if (known.has(key) || count[kind] >= most) return false;
    known.add(key);
    count[kind] += 1;
    return true;
  });
}

function proposalOf({ text, lines }: Sentence, hits: KeywordHits): Found | undefined {
  const evidence = evidenceOf(lines, text);
  const question = openedQuestion(text);
  if (question) return { kind: 'question', text: question, source: 'extract', evidence };
  // A line may hold several sentences: the keyword has to be in this one.
  const alone = { id: '', start: 0, end: 0, text, speaker: null };
  const keywords =
    findKeywords(
      [alone],
      lines.flatMap(({ id }) => hits[id] ?? []),
    )[''] ?? [];
  const isOrder = tellsTask(text);
  const source = keywords.length > 0 ? ('keyword' as const) : ('extract' as const);
  const task = { kind: 'task' as const, text: capitalized(text), source, evidence };
  if (/поруч/iu.test(text) && isOrder) return task;
  if (tellsDecision(text)) return { kind: 'decision', text: decidedText(text), source: 'extract', evidence };
  return isOrder || (keywords.some(isAction) && !tellsSuggestion(text)) ? task : undefined;
}
