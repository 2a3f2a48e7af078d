import {
  chunkLength,
  isProtected,
  type OutboxRow,
  outbox,
  readSpace,
  type StorageSpace,
  session,
  store,
  type UploadRow,
} from '#src/sync/index.ts';

/** Storage used on the device, in bytes, by kind, and whether the browser may clear it. */
export interface StorageShares extends StorageSpace {
  /** Copies of videos that wait to be sent, and recordings made on this device. */
  videos: number;
  /** Unsent changes, with their files. */
  changes: number;
  /** The rest: the app itself and the data that it has read. */
  rest: number;
  isProtected: boolean | undefined;
}

/** Returns undefined where the browser does not tell how much is used. */
export async function readShares(): Promise<StorageShares | undefined> {
  const [space, granted, videos] = await Promise.all([readSpace(), isProtected(), videoBytes()]);
  if (!space) return undefined;
  const changes = outbox.list().reduce((sum, row) => sum + changeBytes(row), 0);
  // The browser's figure is rounded and lags behind, so the difference may be negative.
  const rest = Math.max(0, space.used - videos - changes);
  return { ...space, videos, changes, rest, isProtected: granted };
}

async function videoBytes(): Promise<number> {
  const owner = await session.owner();
  if (owner === null) return 0;
  const rows = await store.uploadsOf(owner).catch(() => []);
  const sizes = await Promise.all(rows.map(stagedBytes));
  const recordings = await store.recordingsOf(owner).catch(() => []);
  return [...sizes, ...recordings.map(({ size }) => size)].reduce((sum, size) => sum + size, 0);
}

async function stagedBytes(row: UploadRow): Promise<number> {
  const staged = await store.stagedIndexes(row.id).catch(() => []);
  return staged.reduce((sum, index) => sum + chunkLength(row, index), 0);
}

function changeBytes({ request, variables }: OutboxRow): number {
  const text = JSON.stringify([request.path, request.body, variables]);
  const files = (request.form ?? []).map(([, value]) => (typeof value === 'string' ? value.length : value.size));
  return new TextEncoder().encode(text).length + files.reduce((sum, size) => sum + size, 0);
}
