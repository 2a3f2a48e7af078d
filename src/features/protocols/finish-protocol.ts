import type { QueryClient } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { Protocol } from '#contract/protocol.ts';
import { canMove, type Stage } from '#contract/stage.ts';
import { api } from '#src/lib/api.ts';
import { patchProtocol, protocolQuery, refetchProtocol } from '#src/lib/queries/protocols.ts';

/** The move that a person may make from a stage by a button. */
export function nextMove(stage: Stage): 'finish' | 'final' | undefined {
  if (stage === 'final') return undefined;
  if (canMove(stage, 'final')) return 'final';
  return canMove(stage, 'finish') ? 'finish' : undefined;
}

/** The draft is complete: PUT with stage `finish`. */
export async function finishProtocol(client: QueryClient, { id, version }: Protocol): Promise<void> {
  const body = { stage: 'finish' as const, ...(version === null || version === undefined ? {} : { version }) };
  await settle(client, await api(calls.updateProtocol, { params: { id }, body }));
}

/** POST …/final: read-only from then. */
export async function finalizeProtocol(client: QueryClient, { id, version }: Protocol): Promise<void> {
  const body = version === null || version === undefined ? {} : { version };
  await settle(client, await api(calls.finalProtocol, { params: { id }, body }));
}

async function settle(client: QueryClient, changed: Protocol): Promise<void> {
  // A provider may answer less than the whole protocol: what it leaves out stays.
  client.setQueryData(protocolQuery(changed.id).queryKey, (old) => ({ ...old, ...changed }));
  patchProtocol(client, changed.id, { stage: changed.stage });
  await refetchProtocol(client, changed.id);
}
