import type { MutationFault } from '../store/outbox-row.ts';
import type { Clock } from '../time/clock.ts';

/** The outcome of a mutation for the screen that sent it. `queued`: it is safe on this device and is sent as soon as it can be. */
export type MutationOutcome =
  | { kind: 'sent'; reply: unknown }
  | { kind: 'queued' }
  | { kind: 'refused'; fault: MutationFault };

/** The form that a mutation came from: a refusal returns to it while it is open. */
export interface OpenForm {
  isOpen(): boolean;
}

/** The forms that wait for the outcome of their mutations. */
export function createWaitingForms({ clock, formWaitMs }: { clock: Clock; formWaitMs: number }) {
  const waiting = new Map<
    string,
    { form: OpenForm; following: readonly string[]; resolve(outcome: MutationOutcome): void }
  >();

  return {
    /** Resolves with the outcome. `following` were queued with the mutation, and return to the form with it. */
    wait(id: string, form: OpenForm, following: readonly string[] = []): Promise<MutationOutcome> {
      return new Promise((resolvePromise) => {
        const resolveForm = (outcome: MutationOutcome) => {
          cancel();
          waiting.delete(id);
          resolvePromise(outcome);
        };
        const cancel = clock.after(formWaitMs, () => resolveForm({ kind: 'queued' }));
        waiting.set(id, { form, following, resolve: resolveForm });
      });
    },
    resolve: (id: string, outcome: MutationOutcome): void => waiting.get(id)?.resolve(outcome),
    /** Whether the form of a mutation waits and is open, so that a refusal returns to it. */
    isOpen: (id: string): boolean => waiting.get(id)?.form.isOpen() ?? false,
    followingOf: (id: string): readonly string[] => waiting.get(id)?.following ?? [],
    /** Resolves all forms: without a connection none gets an answer soon. */
    resolveAll(outcome: MutationOutcome): void {
      for (const { resolve } of [...waiting.values()]) resolve(outcome);
    },
  };
}
