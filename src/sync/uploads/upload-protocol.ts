import type { OutboxRow, RenamedId } from '../store/outbox-row.ts';
import type { Store } from '../store/store.ts';
import { isComplete, isOnItsWay, type UploadRow } from '../store/upload-row.ts';

const nothing: [OutboxRow[], RenamedId[]] = [[], []];

/**
 * Under which id the server has the protocol of an upload: a provider may have given it another one than this device.
 * Undefined while the protocol itself was made here and has not been sent.
 */
export async function protocolAtServer(
  store: Pick<Store, 'writesOf' | 'renamedIds'>,
  { ownerId, protocolId }: Pick<UploadRow, 'ownerId' | 'protocolId'>,
): Promise<string | undefined> {
  // A browser that keeps nothing has no protocols of its own either.
  const [queued, ids] = await Promise.all([store.writesOf(ownerId), store.renamedIds(ownerId)]).catch(() => nothing);
  if (queued.some(({ creates }) => creates === protocolId)) return undefined;
  return String(ids.find(({ from }) => from === protocolId)?.to ?? protocolId);
}

/** Whether an upload to the same protocol that was added before is still on its way: parts come in their order. */
export async function isBehindAnother(store: Pick<Store, 'uploadsOf'>, row: UploadRow): Promise<boolean> {
  const all = await store.uploadsOf(row.ownerId).catch(() => []);
  const isBefore = ({ id, createdAt }: UploadRow) =>
    createdAt < row.createdAt || (createdAt === row.createdAt && id < row.id);
  return all.some(
    (each) => each.protocolId === row.protocolId && isBefore(each) && isOnItsWay(each) && !isComplete(each),
  );
}

/** Whether the protocol is to be deleted: nothing more is sent to it until that is certain, or undone. */
export async function isProtocolLeaving(
  store: Pick<Store, 'writesOf' | 'renamedIds'>,
  { ownerId, protocolId }: Pick<UploadRow, 'ownerId' | 'protocolId'>,
): Promise<boolean> {
  const [queued, ids] = await Promise.all([store.writesOf(ownerId), store.renamedIds(ownerId)]).catch(() => nothing);
  const now = String(ids.find(({ from }) => from === protocolId)?.to ?? protocolId);
  return queued.some(
    ({ state, request, scope, subject }) =>
      state === 'waiting' && request.method === 'DELETE' && scope === `protocol:${subject}` && subject === now,
  );
}
