import { outbox, uploads } from '#src/sync/index.ts';
import type { QueueGroup } from './queue-groups.ts';

interface Failed {
  kind: 'write' | 'upload';
  id: string;
}

/** What failed and can be tried again as it is, in order; what asks for a decision, or a file, is not among it. */
export function failedOf(groups: readonly QueueGroup[]): Failed[] {
  const failed = <Row extends { id: string; state: string }>(kind: Failed['kind'], rows: readonly Row[]) =>
    rows.filter(({ state }) => state === 'failed').map(({ id }): Failed => ({ kind, id }));
  return groups.flatMap(({ writes, uploads: videos }) => [...failed('write', writes), ...failed('upload', videos)]);
}

/** Tries them again, one after the other: the writes keep their order. */
export async function retryAll(failed: readonly Failed[]): Promise<void> {
  for (const { kind, id } of failed) await (kind === 'write' ? outbox.retry(id) : uploads.retry(id));
}
