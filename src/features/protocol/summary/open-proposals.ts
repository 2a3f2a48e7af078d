import type { Evidence } from '#contract/evidence.ts';
import type { Proposal } from '#contract/proposal.ts';
import type { AgendaItem, Protocol } from '#contract/protocol.ts';
import type { Task } from '#contract/task.ts';
import { formsKey } from '#contract/word-forms.ts';
import type { Optimistic } from '#src/sync/index.ts';

type Moment = Evidence | null | undefined;

/** Returns the unanswered proposals, without those that the minutes already have from the same moment. */
export function openProposals(
  proposals: readonly Optimistic<Proposal>[],
  { agenda, tasks, recordings, video }: Partial<Pick<Protocol, 'agenda' | 'tasks' | 'recordings' | 'video'>>,
): Optimistic<Proposal>[] {
  const moments: Record<Proposal['kind'], Moment[]> = {
    question: (agenda ?? []).map((item) => item.evidence),
    // The evidence of a question is that of its decision where a provider knows no points.
    decision: (agenda ?? []).flatMap((item) =>
      (item.decisions?.length ? item.decisions : item.decision?.trim() ? [item] : []).map((each) => each.evidence),
    ),
    // A queued one stays listed until its form has shown that it was sent.
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

/** Stems are dear: an agenda of hundreds is asked for them after every save, and one question of it is another. */
const keys = new WeakMap<AgendaItem, string>();

function keyOf(item: AgendaItem): string {
  const key = keys.get(item) ?? plain(item.title);
  keys.set(item, key);
  return key;
}

/** Equal for a question as it is called in the minutes and as it is opened: «О смете» and «Смета». */
function plain(text: string | null | undefined): string {
  return formsKey((text ?? '').toLowerCase().replace(/^об?\s+|(?<![.\s])[.\s]+$/gu, ''));
}
