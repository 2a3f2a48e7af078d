import type { Connectivity } from '../connectivity/connectivity.ts';
import type { MutationFault, OutboxRow } from '../store/outbox-row.ts';
import type { OutboxChannel } from './channel.ts';
import type { createWaitingForms } from './forms.ts';
import { type MutationAnswer, reportAnswer } from './send.ts';

interface AnswersDeps {
  connectivity: Pick<Connectivity, 'reportSuccess' | 'reportFailure' | 'reportBusy'>;
  channel: Pick<OutboxChannel, 'post'>;
  forms: ReturnType<typeof createWaitingForms>;
  queued(): readonly OutboxRow[];
  /** Drops a mutation with these others. */
  drop(row: OutboxRow, others: readonly OutboxRow[]): Promise<void>;
  showUntilRead(row: OutboxRow, reply: unknown): Promise<void>;
  /** Tells the other tabs that the rows have changed, and reads them again here. */
  announceChange(): Promise<void>;
  reload(): Promise<void>;
}

/** Handles the answers to mutations in this page, once the row in the store has been updated (`afterAnswer`). */
export function createAnswers(deps: AnswersDeps) {
  const { connectivity, channel, forms, queued, drop, showUntilRead, announceChange, reload } = deps;

  /** Gives a refused mutation, with those that followed it, back to its form while that is open; else its row shows it. */
  async function returnToForm(row: OutboxRow, fault: MutationFault): Promise<void> {
    if (!forms.isOpen(row.id)) {
      forms.resolve(row.id, { kind: 'queued' });
      return reload();
    }
    const following = forms.followingOf(row.id);
    await drop(
      row,
      queued().filter(({ id }) => following.includes(id)),
    );
    forms.resolve(row.id, { kind: 'refused', fault });
  }

  return {
    returnToForm,

    /** Reports an answer to the connectivity, the other tabs, the list and the form that waits for it. */
    onAnswer(row: OutboxRow, answer: MutationAnswer): void {
      reportAnswer(connectivity, answer);
      if (answer.kind === 'no-answer') forms.resolveAll({ kind: 'queued' });
      if (answer.kind === 'sent') {
        channel.post({ type: 'sent', row, reply: answer.reply });
        void showUntilRead(row, answer.reply);
      } else if (answer.kind === 'refused' || answer.kind === 'conflict') {
        channel.post({ type: 'refused', row, fault: answer.fault });
        void returnToForm(row, answer.fault);
      } else {
        forms.resolve(row.id, { kind: 'queued' });
        void announceChange();
      }
    },
  };
}
