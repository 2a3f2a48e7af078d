import { act } from '@testing-library/react';
import { outbox } from '#src/sync/page/outbox.ts';

/** Ends the undo period of the deletions. */
export async function endUndo(): Promise<void> {
  await act(async () => {
    for (const { id, notBefore } of outbox.list()) if (notBefore !== undefined) await outbox.confirm(id);
  });
}
