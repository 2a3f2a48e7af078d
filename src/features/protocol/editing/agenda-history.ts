import type { AgendaItem, Protocol } from '#contract/protocol.ts';
import { mergeProtocol } from '#src/data/protocol/index.ts';

/** One thing that was done to the agenda: taken back, it is as it was before. */
export interface AgendaStep {
  /** What was done: «Вопрос 3 удалён». */
  words: string;
  before: AgendaItem[];
  after: AgendaItem[];
  /** What is saved over and over under one session is one step. */
  session?: string;
}

export type Way = 'undo' | 'redo';

const most = 50;

export type AgendaHistory = ReturnType<typeof createAgendaHistory>;

/** What was done to the agenda on this visit, to take it back step by step and to do it again. */
export function createAgendaHistory() {
  const listeners = new Set<() => void>();
  let done: readonly AgendaStep[] = [];
  let undone: readonly AgendaStep[] = [];

  function set(nextDone: readonly AgendaStep[], nextUndone: readonly AgendaStep[]): void {
    done = nextDone;
    undone = nextUndone;
    for (const listener of listeners) listener();
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The step that the next press would take back, or do again; the same object until something is done. */
    next: (way: Way): AgendaStep | undefined => (way === 'undo' ? done : undone).at(-1),
    push(step: AgendaStep): void {
      const last = done.at(-1);
      const isGoneOn = step.session !== undefined && last?.session === step.session;
      const own = isGoneOn && last ? { ...step, before: last.before } : step;
      set([...(isGoneOn ? done.slice(0, -1) : done), own].slice(-most), []);
    },
    /** The step was taken back, or done again. */
    moved(step: AgendaStep, way: Way): void {
      // What is typed after it was taken back is a step of its own.
      const { session: _session, ...whole } = step;
      if (way === 'undo') set(done.slice(0, -1), [...undone, whole]);
      else set([...done, whole], undone.slice(0, -1));
    },
  };
}

/**
 * The agenda with a step taken back or done again. What was done to other parts since stays, and so does what somebody
 * else made of the same ones: undefined where nothing is left to do.
 */
export function stepped(
  step: AgendaStep,
  way: Way,
  now: Pick<Protocol, 'agenda'>,
): { agenda: AgendaItem[]; isWhole: boolean } | undefined {
  const [from, to] = way === 'undo' ? [step.after, step.before] : [step.before, step.after];
  let isWhole = true;
  const { agenda } = mergeProtocol({ agenda: from }, { agenda: to }, { agenda: now.agenda ?? [] }, ({ isBoth }) => {
    if (isBoth) isWhole = false;
    return isBoth ? 'theirs' : 'mine';
  });
  return agenda ? { agenda, isWhole } : undefined;
}
