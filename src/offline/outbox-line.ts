import type { Connectivity } from './connectivity.ts';
import type { WriteAnswer } from './outbox-send.ts';

/** What says nothing of the line. */
const silent: ReadonlySet<WriteAnswer['kind']> = new Set(['signed-out', 'unsure', 'taken-back', 'unmarked']);

/** Tells what the answer to a write says of the line. */
export function tellLine(
  connectivity: Pick<Connectivity, 'reportSuccess' | 'reportFailure' | 'reportBusy'>,
  { kind }: WriteAnswer,
): void {
  if (kind === 'no-answer') connectivity.reportFailure();
  else if (kind === 'busy') connectivity.reportBusy();
  else if (!silent.has(kind)) connectivity.reportSuccess();
}
