import { act } from '@testing-library/react';
import { outbox } from '#src/sync/page/outbox.ts';

/** As if the time was over in which the deletions could be undone. */
export async function endUndo(): Promise<void> {
  await act(async () => {
    for (const { id, notBefore } of outbox.list()) if (notBefore !== undefined) await outbox.confirm(id);
  });
}
