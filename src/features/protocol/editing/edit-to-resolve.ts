import { useMemo } from 'react';
import { type ProtocolEdit, updateProtocol } from '#src/data/protocol/index.ts';
import { type ApiError, type OutboxRow, toApiError, variablesOf } from '#src/sync/index.ts';

/** The edit that a kept write holds, over the version that it would be sent with by now. */
export function editToResolve(row: OutboxRow | undefined): ProtocolEdit | undefined {
  const edit = row && variablesOf(updateProtocol, row);
  const version = row?.request.body?.version;
  return edit && typeof version === 'number' ? { ...edit, base: { ...edit.base, version } } : edit;
}

/**
 * Why a kept write was refused, for the fields of the form that it is changed in. The same for as long as the server has
 * not said something else: the queue is read anew with every step of any write, and a corrected field is not blamed again.
 */
export function useRefusal(row: OutboxRow | undefined): ApiError | null {
  const said = row?.fault ? JSON.stringify(row.fault) : undefined;
  return useMemo(() => (said === undefined ? null : toApiError(JSON.parse(said))), [said]);
}
