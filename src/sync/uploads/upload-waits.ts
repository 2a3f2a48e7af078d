import type { Store } from '../store/store.ts';
import { isComplete, isOnItsWay, isOver, isResting, type UploadFault, type UploadRow } from '../store/upload-row.ts';
import type { Clock } from '../time/clock.ts';
import type { EngineEvent } from './engine-types.ts';
import { faults } from './faults.ts';

/** How often is looked whether the upload before is done; in this tab it tells so itself. */
const behindMs = 3_000;

/**
 * Decides whether an upload waits although there is a connection: for its protocol, which is unsent or about to be deleted,
 * or for the upload before it.
 * @returns the event that makes it wait; else the id under which the server has the protocol
 */
export async function findWait(
  store: Pick<Store, 'unsentMutations' | 'renamedIds' | 'uploadsOf'>,
  row: UploadRow,
  clock: Clock,
): Promise<{ wait: EngineEvent } | { protocolId: string }> {
  const protocolId = await protocolAtServer(store, row);
  if (protocolId === undefined) return { wait: waitFor(faults.protocolUnsent, clock) };
  if (await isProtocolLeaving(store, row)) return { wait: waitFor(faults.protocolLeaving, clock) };
  const before = await findBefore(store, row);
  if (before === 'moving') return { wait: waitFor(faults.behindOther, clock, behindMs) };
  if (before === 'resting') return { wait: waitFor(faults.behindResting, clock) };
  return { protocolId };
}

/** The wait ends after this time, or as soon as the uploads of the page hear that its cause is gone. */
export function waitFor(fault: UploadFault, clock: Clock, afterMs = 30_000): EngineEvent {
  const failure = { kind: 'later', afterMs, fault } as const;
  // Nobody is asked: there is no reason to look ever more seldom.
  return { type: 'failed', failure, now: clock.now(), random: 0 };
}

/** Under which id the server has what this person made, where a provider has given it another one than this device. */
export async function currentIds(store: Pick<Store, 'renamedIds'>, ownerId: string): Promise<(id: string) => string> {
  // A browser that keeps nothing has no protocols of its own either.
  const ids = await store.renamedIds(ownerId).catch(() => []);
  return (id) => String(ids.find(({ from }) => from === id)?.to ?? id);
}

/** Under which id the server has the protocol of an upload; undefined while it was made here and has not been sent. */
export async function protocolAtServer(
  store: Pick<Store, 'unsentMutations' | 'renamedIds'>,
  { ownerId, protocolId }: Pick<UploadRow, 'ownerId' | 'protocolId'>,
): Promise<string | undefined> {
  const queued = await store.unsentMutations(ownerId).catch(() => []);
  if (queued.some(({ creates }) => creates === protocolId)) return undefined;
  return (await currentIds(store, ownerId))(protocolId);
}

/**
 * Whether an upload to the same protocol goes before: parts come in their order. One that was begun does also while it rests,
 * for a bare provider would put both into one file.
 */
async function findBefore(
  store: Pick<Store, 'uploadsOf' | 'renamedIds'>,
  row: UploadRow,
): Promise<'moving' | 'resting' | undefined> {
  const currentId = await currentIds(store, row.ownerId);
  const protocolId = currentId(row.protocolId);
  const all = await store.uploadsOf(row.ownerId).catch(() => []);
  const before = all.filter(
    (each) => currentId(each.protocolId) === protocolId && goesBefore(each, row) && !isComplete(each) && !isOver(each),
  );
  if (before.some((each) => each.begun && isResting(each.state))) return 'resting';
  return before.some(isOnItsWay) ? 'moving' : undefined;
}

/** In the order in which they were added; but the server takes one at a time, and goes on with what it holds a part of. */
function goesBefore(one: UploadRow, other: UploadRow): boolean {
  const isHeld = one.acknowledged.length > 0;
  if (isHeld !== other.acknowledged.length > 0) return isHeld;
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id);
}

/** Whether the protocol is to be deleted: nothing more is sent to it until that is certain, or undone. */
async function isProtocolLeaving(
  store: Pick<Store, 'unsentMutations' | 'renamedIds'>,
  { ownerId, protocolId }: Pick<UploadRow, 'ownerId' | 'protocolId'>,
): Promise<boolean> {
  const queued = await store.unsentMutations(ownerId).catch(() => []);
  const now = (await currentIds(store, ownerId))(protocolId);
  return queued.some(
    ({ state, request, scope, subject }) =>
      state === 'waiting' && request.method === 'DELETE' && scope === `protocol:${subject}` && subject === now,
  );
}
