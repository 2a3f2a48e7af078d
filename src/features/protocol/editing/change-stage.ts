import type { QueryClient } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { isMeetingAhead } from '#contract/meeting-ahead.ts';
import type { Protocol } from '#contract/protocol.ts';
import { canMove, type Stage } from '#contract/stage.ts';
import { applyServerProtocol, editBase, updateBody } from '#src/data/protocol/index.ts';
import { api, ignoringUnknownReply } from '#src/sync/index.ts';

/** The stage changes that a person makes by a button: completing the draft, signing off the protocol. */
export type Move = 'finish' | 'final';

/** The move that a person may make from a stage. */
export function nextMove(stage: Stage): Move | undefined {
  if (stage === 'final') return undefined;
  if (canMove(stage, 'final')) return 'final';
  return canMove(stage, 'finish') ? 'finish' : undefined;
}

/** The draft is complete: PUT with stage `finish`. */
export async function finishProtocol(client: QueryClient, protocol: Protocol): Promise<void> {
  const body = updateBody(editBase(protocol), { stage: 'finish' });
  const { id } = protocol;
  await applyServerProtocol(
    client,
    id,
    await ignoringUnknownReply(api(calls.updateProtocol, { params: { id }, body })),
  );
}

/**
 * POST …/final: read-only from then.
 * @param isMeant somebody said yes to it before its meeting, which is told where the meeting is still to come
 */
export async function finalizeProtocol(
  client: QueryClient,
  { id, version, held_at }: Protocol,
  isMeant: boolean,
): Promise<void> {
  const isBefore = isMeant && isMeetingAhead(held_at, new Date());
  const body = { ...(typeof version === 'number' && { version }), ...(isBefore && { before_meeting: true }) };
  await applyServerProtocol(client, id, await ignoringUnknownReply(api(calls.finalProtocol, { params: { id }, body })));
}

/** POST …/final with a reason: a final protocol is opened again, as a new version. */
export async function reopenProtocol(client: QueryClient, { id, version }: Protocol, reason: string): Promise<void> {
  const body = { reopen_reason: reason, ...(typeof version === 'number' && { version }) };
  await applyServerProtocol(client, id, await ignoringUnknownReply(api(calls.finalProtocol, { params: { id }, body })));
}
