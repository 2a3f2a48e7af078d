import { useMemo } from 'react';
import { type ProtocolEdit, updateProtocol } from '#src/data/protocol/index.ts';
import { type ApiError, type OutboxRow, toApiError, variablesOf } from '#src/sync/index.ts';

/** Returns the edit of a queued mutation, based on the version with which it would be sent. */
export function editToResolve(row: OutboxRow | undefined): ProtocolEdit | undefined {
  const edit = row && variablesOf(updateProtocol, row);
  const version = row?.request.body?.version;
  return edit && typeof version === 'number' ? { ...edit, base: { ...edit.base, version } } : edit;
}

/**
 * Returns why a queued mutation was refused, for the fields of its form. Stable until the server gives another
 * reason: the queue is read again with every step of any mutation, and a corrected field must not be marked again.
 */
export function useRefusal(row: OutboxRow | undefined): ApiError | null {
  const faultText = row?.fault ? JSON.stringify(row.fault) : undefined;
  return useMemo(() => (faultText === undefined ? null : toApiError(JSON.parse(faultText))), [faultText]);
}
