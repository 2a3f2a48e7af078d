import { createStore } from 'zustand/vanilla';
import type { AgendaItem, Protocol } from '#contract/protocols/protocol.ts';
import { mergeProtocol } from '#src/data/protocol/index.ts';

/** A change of the agenda, with the agenda before and after it. */
export interface AgendaStep {
  /** Describes the change: «Вопрос 3 удалён». */
  words: string;
  before: AgendaItem[];
  after: AgendaItem[];
  /** Consecutive saves of one session are merged into one step. */
  session?: string;
}

export type HistoryDirection = 'undo' | 'redo';

const most = 50;

export type AgendaHistory = ReturnType<typeof createAgendaHistory>;

/** Undo and redo history of the agenda for this visit. */
export function createAgendaHistory() {
  const steps = createStore<Record<HistoryDirection, readonly AgendaStep[]>>(() => ({ undo: [], redo: [] }));

  return {
    subscribe: steps.subscribe,
    /** Returns the step that the next undo or redo applies to; the same object until the history changes. */
    next: (direction: HistoryDirection): AgendaStep | undefined => steps.getState()[direction].at(-1),
    push(step: AgendaStep): void {
      const { undo } = steps.getState();
      const last = undo.at(-1);
      const continuesStep = step.session !== undefined && last?.session === step.session;
      const own = continuesStep && last ? { ...step, before: withOthersChanges(last, step.before) } : step;
      steps.setState({ undo: [...(continuesStep ? undo.slice(0, -1) : undo), own].slice(-most), redo: [] });
    },
    /** Records that the step was undone or redone. */
    moved(step: AgendaStep, direction: HistoryDirection): void {
      // Text that is typed after an undo is a new step.
      const { session: _session, ...whole } = step;
      const { undo, redo } = steps.getState();
      if (direction === 'undo') steps.setState({ undo: undo.slice(0, -1), redo: [...redo, whole] });
      else steps.setState({ undo: [...undo, whole], redo: redo.slice(0, -1) });
    },
  };
}

/** Returns the agenda before a step with what somebody else has changed after it, which is no part of the session. */
function withOthersChanges({ before, after }: AgendaStep, now: AgendaItem[]): AgendaItem[] {
  return mergeProtocol({ agenda: after }, { agenda: now }, { agenda: before }, () => 'mine').agenda ?? before;
}

/**
 * Returns the agenda with a step undone or redone. Later changes of other parts stay, and so do changes that somebody
 * else made to the same parts (`isWhole` is false then); undefined where nothing is left to do.
 */
export function stepped(
  step: AgendaStep,
  direction: HistoryDirection,
  now: Pick<Protocol, 'agenda'>,
): { agenda: AgendaItem[]; isWhole: boolean } | undefined {
  const [from, to] = direction === 'undo' ? [step.after, step.before] : [step.before, step.after];
  let isWhole = true;
  const { agenda } = mergeProtocol(
    { agenda: from },
    { agenda: to },
    { agenda: now.agenda ?? [] },
    ({ isChangedOnBothSides }) => {
      if (isChangedOnBothSides) isWhole = false;
      return isChangedOnBothSides ? 'theirs' : 'mine';
    },
  );
  return agenda ? { agenda, isWhole } : undefined;
}
