import { use, useEffect, useRef } from 'react';
import { updateProtocol } from '#src/data/protocol/index.ts';
import { protocolOf } from '#src/data/protocol-scope.ts';
import { useFromQueue, variablesOf } from '#src/sync/index.ts';
import { EditingContext } from '../editing/editing.ts';
import { queuedConflict } from './queued-conflict.tsx';

/** A question that was closed before the server refused what was written in it is open again, where nothing else is. */
export function useReopening(protocolId: string): void {
  const { part, open, writer } = use(EditingContext);
  const row = useFromQueue((rows) =>
    rows.find((each) => {
      const itemId = variablesOf(updateProtocol, each)?.itemId;
      if (itemId === undefined || protocolOf(each) !== protocolId || !writer?.hasSaved(itemId)) return false;
      if (each.state === 'failed') return true;
      return each.state === 'conflict' && (queuedConflict(each)?.differences.some(({ isBoth }) => isBoth) ?? false);
    }),
  );
  const itemId = row && variablesOf(updateProtocol, row)?.itemId;
  const rowId = row?.id;
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (itemId === undefined || part !== undefined || seen.current === rowId) return;
    // Once for each refusal: who closes it then has seen it.
    seen.current = rowId;
    open({ kind: 'item', id: itemId });
  }, [itemId, rowId, part, open]);
}
