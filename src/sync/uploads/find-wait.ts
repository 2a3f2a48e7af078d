import { endsScope } from '../store/outbox-row.ts';
import type { Store } from '../store/store.ts';
import { isComplete, isOnItsWay, isOver, isResting, type UploadFault, type UploadRow } from '../store/upload-row.ts';
import type { Clock } from '../time/clock.ts';
import type { EngineEvent } from './engine-types.ts';
import { faults } from './faults.ts';

/** Interval of checks whether the previous upload is done; within this tab it is notified. */
const behindMs = 3_000;

/**
 * Decides by what the device knows whether an upload waits: for its protocol, which is unsent or about to be deleted, or for
 * the upload before it. Whether it waits for the connection is decided after that, by asking the server (`driver-sync.ts`).
 * @returns the event that makes it wait; else the id under which the server has the protocol
 */
export async function findWait(
  store: Pick<Store, 'unsentMutations' | 'renamedIds' | 'uploadsOf'>,
  row: UploadRow,
  clock: Clock,
): Promise<{ wait: EngineEvent } | { protocolId: string }> {
  const protocolId = await protocolAtServer(store, row);
  if (protocolId === undefined) return { wait: waitFor(faults.protocolUnsent, clock) };
  if (await isProtocolBeingDeleted(store, row)) return { wait: waitFor(faults.protocolBeingDeleted, clock) };
  const before = await findEarlier(store, row);
  if (before === 'moving') return { wait: waitFor(faults.earlierUpload, clock, behindMs) };
  if (before === 'resting') return { wait: waitFor(faults.earlierUploadStopped, clock) };
  return { protocolId };
}

/** Returns the event for a wait that ends after this time, or as soon as the page learns that its cause is gone. */
export function waitFor(fault: UploadFault, clock: Clock, afterMs = 30_000): EngineEvent {
  const failure = { kind: 'wait', afterMs, fault } as const;
  // No request is made while waiting, so there is no reason to check less and less often.
  return { type: 'failed', failure, now: clock.now(), random: 0 };
}

/** Resolves with a function that maps the ids of this device to those that a provider gave instead. */
export async function currentIds(store: Pick<Store, 'renamedIds'>, ownerId: string): Promise<(id: string) => string> {
  // A browser without storage has created no protocols either.
  const ids = await store.renamedIds(ownerId).catch(() => []);
  return (id) => String(ids.find(({ from }) => from === id)?.to ?? id);
}

/** Resolves with the protocol's id at the server; undefined while the protocol was created here and is unsent. */
export async function protocolAtServer(
  store: Pick<Store, 'unsentMutations' | 'renamedIds'>,
  { ownerId, protocolId }: Pick<UploadRow, 'ownerId' | 'protocolId'>,
): Promise<string | undefined> {
  const queued = await store.unsentMutations(ownerId).catch(() => []);
  if (queued.some(({ creates }) => creates === protocolId)) return undefined;
  return (await currentIds(store, ownerId))(protocolId);
}

/**
 * Whether another upload to the same protocol goes first: parts are sent in their order. One that was begun does so
 * even while it rests, since a bare provider would join both into one file.
 */
async function findEarlier(
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

/**
 * Whether an upload goes first: in the order in which they were added, but one that the server has a part of precedes.
 */
function goesBefore(one: UploadRow, other: UploadRow): boolean {
  const isHeld = one.acknowledged.length > 0;
  if (isHeld !== other.acknowledged.length > 0) return isHeld;
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id);
}

/** Whether the protocol is to be deleted: nothing more is sent to it until that is certain, or undone. */
async function isProtocolBeingDeleted(
  store: Pick<Store, 'unsentMutations' | 'renamedIds'>,
  { ownerId, protocolId }: Pick<UploadRow, 'ownerId' | 'protocolId'>,
): Promise<boolean> {
  const queued = await store.unsentMutations(ownerId).catch(() => []);
  const now = (await currentIds(store, ownerId))(protocolId);
  return queued.some(
    (each) => each.state === 'waiting' && each.scope === `protocol:${now}` && each.subject === now && endsScope(each),
  );
}
