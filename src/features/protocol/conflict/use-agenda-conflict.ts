import { useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useRef } from 'react';
import { applyServerProtocol, protocolQuery, updateProtocol } from '#src/data/protocol/index.ts';
import { protocolOf } from '#src/data/protocol-scope.ts';
import { type OutboxRow, outbox, resolveMutation, useFromQueue, variablesOf } from '#src/sync/index.ts';
import { EditingContext, OpenPartContext } from '../editing/editing.ts';
import { queuedConflict, resolvedEdit } from '../editing/protocol-conflict.ts';

/**
 * Merges an edit of the agenda with somebody else's where they changed different parts. Returns the queued mutation
 * where both changed the same part: there the person chooses.
 */
export function useAgendaConflict(protocolId: string): OutboxRow | undefined {
  const client = useQueryClient();
  const row = useFromQueue((rows) =>
    rows.find(
      (each) =>
        each.state === 'conflict' &&
        protocolOf(each) === protocolId &&
        variablesOf(updateProtocol, each)?.change.agenda !== undefined,
    ),
  );
  useEffect(() => {
    const theirs = row && queuedConflict(row)?.theirs;
    const { version } = client.getQueryData(protocolQuery(protocolId).queryKey) ?? {};
    // The choice applies to the server's version, which is shown from now on. A row may be older than the cache.
    if (theirs && (theirs.version ?? 0) > (version ?? 0)) void applyServerProtocol(client, protocolId, theirs);
  }, [row, client, protocolId]);
  const isClear =
    row !== undefined && queuedConflict(row)?.differences.every(({ isChangedOnBothSides }) => !isChangedOnBothSides);
  useEffect(() => {
    const conflict = isClear ? queuedConflict(row) : undefined;
    if (!row || !conflict) return;
    const edit = resolvedEdit(conflict, () => 'mine');
    // Another tab may have done the same already.
    const done = edit ? resolveMutation(updateProtocol, row, edit) : outbox.discard(row.id);
    void done.catch(() => undefined);
  }, [row, isClear]);
  return isClear ? undefined : row;
}

/** Reopens an agenda item whose edit the server refused after it was closed, unless another part is open. */
export function useReopenRefusedItem(protocolId: string): void {
  const { open, writer } = use(EditingContext);
  const { part } = use(OpenPartContext);
  const row = useFromQueue((rows) =>
    rows.find((each) => {
      const itemId = variablesOf(updateProtocol, each)?.itemId;
      if (itemId === undefined || protocolOf(each) !== protocolId || !writer?.hasSaved(itemId)) return false;
      if (each.state === 'failed') return true;
      return (
        each.state === 'conflict' &&
        (queuedConflict(each)?.differences.some(({ isChangedOnBothSides }) => isChangedOnBothSides) ?? false)
      );
    }),
  );
  const itemId = row && variablesOf(updateProtocol, row)?.itemId;
  const rowId = row?.id;
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (itemId === undefined || part !== undefined || seen.current === rowId) return;
    // Once per refusal: a person who closes the item has seen it.
    seen.current = rowId;
    open({ kind: 'item', id: itemId });
  }, [itemId, rowId, part, open]);
}
