import type { Connectivity } from '../connectivity/connectivity.ts';
import type { MutationAnswer } from './outbox-send.ts';

/** What says nothing of the line. */
const silent: ReadonlySet<MutationAnswer['kind']> = new Set(['signed-out', 'unsure', 'taken-back', 'unmarked']);

/** Tells what the answer to a write says of the connection. */
export function tellLine(
  connectivity: Pick<Connectivity, 'reportSuccess' | 'reportFailure' | 'reportBusy'>,
  answer: MutationAnswer,
): void {
  const { kind } = answer;
  if (kind === 'no-answer') connectivity.reportFailure();
  else if (kind === 'busy') connectivity.reportBusy();
  // Without a status it is the device that refused.
  else if (!silent.has(kind) && !(kind === 'refused' && answer.fault.status === 0)) connectivity.reportSuccess();
}
