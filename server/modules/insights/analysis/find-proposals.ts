import type { Evidence } from '#contract/evidence.ts';
import type { Proposal } from '#contract/insights/proposal.ts';
import { capitalized } from '#server/platform/text/index.ts';
import { findKeywords, type KeywordHits } from './find-keywords.ts';
import { evidenceOf, type Segment } from './segment.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { decidedText, isAction, isDecision, isSuggestion, isTask, openedQuestion } from './speech-patterns.ts';
import { textKey } from './words.ts';

/** A proposal for the minutes found in the recording, with its moment. */
export type Found = {
  kind: Proposal['kind'];
  text: string;
  source: 'keyword' | 'extract' | 'llm';
  evidence: Evidence;
};

/** Maximum number of proposals of one kind; nobody reads more. */
const most = 60;

/** Finds questions, decisions and tasks in the speech; a keyword that names an action also yields a task. */
export function findProposals(lines: readonly Segment[], hits: KeywordHits): Found[] {
  return onceEach(sentencesOf(lines).flatMap((sentence) => proposalOf(sentence, hits) ?? []));
}

/** Keeps the first of several with the same text, and at most `most` of each kind. */
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
  const isOrder = isTask(text);
  const source = keywords.length > 0 ? ('keyword' as const) : ('extract' as const);
  const task = { kind: 'task' as const, text: capitalized(text), source, evidence };
  if (/поруч/iu.test(text) && isOrder) return task;
  if (isDecision(text)) return { kind: 'decision', text: decidedText(text), source: 'extract', evidence };
  return isOrder || (keywords.some(isAction) && !isSuggestion(text)) ? task : undefined;
}
