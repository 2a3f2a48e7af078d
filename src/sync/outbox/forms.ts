import type { MutationFault } from '../store/outbox-row.ts';
import type { Clock } from '../time/clock.ts';

/** What a screen hears of its mutation. `kept`: it is safe on this device and goes out as soon as it can. */
export type MutationOutcome =
  | { kind: 'sent'; reply: unknown }
  | { kind: 'kept' }
  | { kind: 'refused'; fault: MutationFault };

/** The form that a mutation came from: a refusal goes back to it as long as it is open. */
export interface OpenForm {
  isOpen(): boolean;
}

/** The forms that wait for what becomes of their mutations. */
export function createWaitingForms({ clock, formWaitMs }: { clock: Clock; formWaitMs: number }) {
  const waiting = new Map<
    string,
    { form: OpenForm; following: readonly string[]; settle(outcome: MutationOutcome): void }
  >();

  return {
    /** `following` were kept with it, and go back with it. */
    wait(id: string, form: OpenForm, following: readonly string[] = []): Promise<MutationOutcome> {
      return new Promise((resolve) => {
        const settle = (outcome: MutationOutcome) => {
          cancel();
          waiting.delete(id);
          resolve(outcome);
        };
        const cancel = clock.after(formWaitMs, () => settle({ kind: 'kept' }));
        waiting.set(id, { form, following, settle });
      });
    },
    settle: (id: string, outcome: MutationOutcome): void => waiting.get(id)?.settle(outcome),
    /** Whether its form is still there to take a refusal back. */
    takesBack: (id: string): boolean => waiting.get(id)?.form.isOpen() ?? false,
    followingOf: (id: string): readonly string[] => waiting.get(id)?.following ?? [],
    /** None of them is answered soon: there is no connection. */
    settleAll(outcome: MutationOutcome): void {
      for (const { settle } of [...waiting.values()]) settle(outcome);
    },
  };
}
