import type { Connectivity } from './connectivity.ts';
import type { WriteAnswer } from './outbox-send.ts';

/** What says nothing of the line, or of whether the server behind it works. */
const silent: ReadonlySet<WriteAnswer['kind']> = new Set(['signed-out', 'unsure', 'taken-back', 'unmarked', 'busy']);

/** Tells what the answer to a write says of the line. */
export function tellLine(
  connectivity: Pick<Connectivity, 'reportSuccess' | 'reportFailure'>,
  { kind }: WriteAnswer,
): void {
  if (kind === 'no-answer') connectivity.reportFailure();
  else if (!silent.has(kind)) connectivity.reportSuccess();
}
