import type { Evidence } from '#contract/evidence.ts';
import type { Proposal } from '#contract/insights/proposal.ts';
import type { AgendaItem, Protocol } from '#contract/protocols/protocol.ts';
import type { Task } from '#contract/tasks/task.ts';
import { formsKey } from '#contract/text/word-forms.ts';
import type { Optimistic } from '#src/sync/index.ts';

type Moment = Evidence | null | undefined;

/** Returns the unanswered proposals, without those that the minutes already have from the same moment. */
export function openProposals(
  proposals: readonly Optimistic<Proposal>[],
  { agenda, tasks, recordings, video }: Partial<Pick<Protocol, 'agenda' | 'tasks' | 'recordings' | 'video'>>,
): Optimistic<Proposal>[] {
  const moments: Record<Proposal['kind'], Moment[]> = {
    question: (agenda ?? []).map((item) => item.evidence),
    // Where a provider does not support points, the evidence of an item is that of its decision.
    decision: (agenda ?? []).flatMap((item) =>
      (item.decisions?.length ? item.decisions : item.decision?.trim() ? [item] : []).map((each) => each.evidence),
    ),
    // The proposal of a queued task stays listed until its form has shown that it was sent.
    task: (tasks ?? []).flatMap((task: Optimistic<Task>) => (task.unsent ? [] : task.evidence)),
  };
  const first = recordings?.find(({ is_first }) => is_first)?.id ?? video?.upload_id ?? undefined;
  const isInAgenda = (text: string) => {
    const key = plain(text);
    return agenda?.some((item) => keyOf(item) === key) ?? false;
  };
  return proposals.filter(({ kind, state, text, evidence }) => {
    if (state !== 'open') return false;
    if (kind === 'question' && isInAgenda(text)) return false;
    return !moments[kind].some((moment) => overlap(moment, evidence, first));
  });
}

/** @param first the recording of a moment that names none */
function overlap(one: Moment, other: Moment, first: string | undefined): boolean {
  if (!one || !other) return false;
  const [a, b] = [one.recording_id ?? first, other.recording_id ?? first];
  if (a !== b && a && b) return false;
  const end = (moment: Evidence) => Math.max(moment.end ?? 0, moment.start + 0.5);
  return one.start < end(other) && other.start < end(one);
}

/** Cached, because stems are expensive: hundreds of items are compared after every save, and only one has changed. */
const keys = new WeakMap<AgendaItem, string>();

function keyOf(item: AgendaItem): string {
  const key = keys.get(item) ?? plain(item.title);
  keys.set(item, key);
  return key;
}

/** Returns a key that is equal for the title in the minutes and as it was announced: «О смете» and «Смета». */
function plain(text: string | null | undefined): string {
  return formsKey((text ?? '').toLowerCase().replace(/^об?\s+|(?<![.\s])[.\s]+$/gu, ''));
}
