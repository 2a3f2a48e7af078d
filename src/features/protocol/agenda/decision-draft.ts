import { usersAmong } from '#contract/bodies/member.ts';
import { splitDecision } from '#contract/decisions/split-decision.ts';
import type { Decision, Protocol } from '#contract/protocols/protocol.ts';
import { dayOfDeadline } from '#src/data/task/index.ts';
import { toDayValue } from '#src/format/index.ts';
import type { FormKey } from '../editing/editing.ts';
import type { TaskDraft } from '../tasks/task-form.tsx';

interface DecisionPlace {
  key: FormKey;
  itemId: string;
  decision: Pick<Decision, 'id' | 'text' | 'evidence'>;
  protocol: Protocol;
}

/**
 * Returns a task draft from the words of a decision: title, agenda item, and assignee and deadline where they are
 * named.
 */
export function draftOfDecision({ key, itemId, decision, protocol }: DecisionPlace): TaskDraft {
  const source = { decision_id: decision.id, evidence: decision.evidence };
  return draftOfWords({ key, text: decision.text, agendaId: itemId, source, protocol });
}

interface WordsPlace {
  key: FormKey;
  text: string;
  agendaId: string;
  source: TaskDraft['source'];
  protocol: Protocol;
}

/** Returns a task draft from a text; the assignee and the deadline are taken out of its words. */
export function draftOfWords({ key, text, agendaId, source, protocol }: WordsPlace): TaskDraft {
  const { phrase, owner, due } = wordsIn(text, protocol);
  return {
    key,
    values: { title: phrase, assignee: owner ? [owner] : [], due: due ?? null, agenda_id: agendaId },
    source,
  };
}

/**
 * Returns the assignee and the deadline (YYYY-MM-DD) that a decision of this protocol names; undefined where it does
 * not.
 */
export function ownerAndDay(text: string, protocol: Protocol) {
  const { owner, due: day } = wordsIn(text, protocol);
  return { owner, day };
}

function wordsIn(text: string, { members, held_at }: Protocol) {
  const from = dayOfDeadline(held_at) || toDayValue(new Date());
  return splitDecision(text, { people: usersAmong(members), from });
}
