import { createStore } from 'zustand/vanilla';
import type { AgendaItem, Protocol } from '#contract/protocol.ts';
import { mergeProtocol } from '#src/data/protocol/index.ts';

/** A change of the agenda, with the agenda before and after it. */
export interface AgendaStep {
  /** Describes the change: «Вопрос 3 удалён». */
  words: string;
  before: AgendaItem[];
  after: AgendaItem[];
  /** Saves of one session are one step. */
  session?: string;
}

export type HistoryDirection = 'undo' | 'redo';

const most = 50;

export type AgendaHistory = ReturnType<typeof createAgendaHistory>;

/** The changes of the agenda on this visit, to undo and redo them step by step. */
export function createAgendaHistory() {
  const steps = createStore<Record<HistoryDirection, readonly AgendaStep[]>>(() => ({ undo: [], redo: [] }));

  return {
    subscribe: steps.subscribe,
    /** The step that the next press would take back, or do again; the same object until something is done. */
    next: (direction: HistoryDirection): AgendaStep | undefined => steps.getState()[direction].at(-1),
    push(step: AgendaStep): void {
      const { undo } = steps.getState();
      const last = undo.at(-1);
      const continuesStep = step.session !== undefined && last?.session === step.session;
      const own = continuesStep && last ? { ...step, before: last.before } : step;
      steps.setState({ undo: [...(continuesStep ? undo.slice(0, -1) : undo), own].slice(-most), redo: [] });
    },
    /** The step was taken back, or done again. */
    moved(step: AgendaStep, direction: HistoryDirection): void {
      // Text that is typed after an undo is a new step.
      const { session: _session, ...whole } = step;
      const { undo, redo } = steps.getState();
      if (direction === 'undo') steps.setState({ undo: undo.slice(0, -1), redo: [...redo, whole] });
      else steps.setState({ undo: [...undo, whole], redo: redo.slice(0, -1) });
    },
  };
}

/**
 * The agenda with a step taken back or done again. What was done to other parts since stays, and so does what somebody
 * else made of the same ones: undefined where nothing is left to do.
 */
export function stepped(
  step: AgendaStep,
  direction: HistoryDirection,
  now: Pick<Protocol, 'agenda'>,
): { agenda: AgendaItem[]; isWhole: boolean } | undefined {
  const [from, to] = direction === 'undo' ? [step.after, step.before] : [step.before, step.after];
  let isWhole = true;
  const { agenda } = mergeProtocol({ agenda: from }, { agenda: to }, { agenda: now.agenda ?? [] }, ({ isBoth }) => {
    if (isBoth) isWhole = false;
    return isBoth ? 'theirs' : 'mine';
  });
  return agenda ? { agenda, isWhole } : undefined;
}
