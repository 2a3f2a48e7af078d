import type { QueryClient } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { isMeetingAhead } from '#contract/meetings/meeting-ahead.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { canMove, type Stage } from '#contract/stage.ts';
import { applyServerProtocol, editBase, protocolPutBody } from '#src/data/protocol/index.ts';
import { deviceZone } from '#src/format/index.ts';
import { api, ignoringUnknownReply } from '#src/sync/index.ts';

/** Stage changes that a person makes with a button: completing the draft, signing off the protocol. */
export type Move = 'finish' | 'final';

/** Returns the move that a person may make from a stage; undefined where there is none. */
export function nextMove(stage: Stage): Move | undefined {
  if (stage === 'final') return undefined;
  if (canMove(stage, 'final')) return 'final';
  return canMove(stage, 'finish') ? 'finish' : undefined;
}

/** Marks the draft as complete: PUT with stage `finish`. */
export async function finishProtocol(client: QueryClient, protocol: Protocol): Promise<void> {
  const body = protocolPutBody(editBase(protocol), { stage: 'finish' });
  const { id } = protocol;
  await applyServerProtocol(
    client,
    id,
    await ignoringUnknownReply(api(calls.updateProtocol, { params: { id }, body })),
  );
}

/**
 * Finalises the protocol, which is then read-only: POST …/final.
 * @param isMeant the person has confirmed that it is final before its meeting; sent only where the meeting is still to
 * come
 */
export async function finalizeProtocol(
  client: QueryClient,
  { id, version, held_at }: Protocol,
  isMeant: boolean,
): Promise<void> {
  const isBefore = isMeant && isMeetingAhead(held_at, new Date(), deviceZone());
  const body = { ...(typeof version === 'number' && { version }), ...(isBefore && { before_meeting: true }) };
  await applyServerProtocol(client, id, await ignoringUnknownReply(api(calls.finalProtocol, { params: { id }, body })));
}

/** Reopens a final protocol as a new version: POST …/final with a reason. */
export async function reopenProtocol(client: QueryClient, { id, version }: Protocol, reason: string): Promise<void> {
  const body = { reopen_reason: reason, ...(typeof version === 'number' && { version }) };
  await applyServerProtocol(client, id, await ignoringUnknownReply(api(calls.finalProtocol, { params: { id }, body })));
}
