import type { Outcome } from '../http/outcome.ts';
import { withTokenOf } from '../http/token.ts';
import { isReadable, isWholeReadable } from '../store/is-readable.ts';
import { missingFrom } from '../store/ranges.ts';
import type { DriverPort } from './driver-port.ts';
import { faults } from './faults.ts';
import { waitFor } from './find-wait.ts';
import { takeSlot } from './slots.ts';
import { type ChunkSource, cut, readChunk } from './source.ts';

/** Reads, digests and sends one chunk, and tells the engine what came of it; nothing once the signal is aborted. */
export async function sendChunk(driver: DriverPort, index: number, signal: AbortSignal): Promise<void> {
  const { deps } = driver;
  const source = takeAhead(driver, index) ?? (await read(driver, index));
  if (signal.aborted) return;
  if (source === 'device-unreadable') return driver.dispatch(waitFor(faults.deviceUnreadable, deps.clock));
  if (!source) return driver.dispatch({ type: 'source-lost', index, from: driver.file ? 'file' : 'staged' });
  const sha256 = await digest(driver, index, source);
  if (signal.aborted) return;
  if (sha256 === undefined) return lose(driver, index, source, signal);
  // The next one is digested while this one is on its way.
  void digestAhead(driver);
  const release = await takeSlot(deps.locks, signal).catch(() => undefined);
  if (!release) return;
  const outcome = await post(driver, index, source, sha256, signal).finally(release);
  if (signal.aborted) return;
  if (outcome.kind === 'ok') {
    deps.onCall(true);
    return driver.dispatch({ type: 'acknowledged', index, now: deps.clock.now() });
  }
  const hasNoAnswer = outcome.failure.kind === 'network' || outcome.failure.kind === 'timeout';
  const { blob, from } = source;
  if (hasNoAnswer && !(await (from === 'staged' ? isWholeReadable : isReadable)(blob))) {
    return lose(driver, index, source, signal);
  }
  if (!signal.aborted) driver.fail(outcome.failure, index);
}

async function read({ deps, drive, file }: DriverPort, index: number) {
  return readChunk(deps.store, drive, index, file).catch(() => 'device-unreadable' as const);
}

/** Tells that a chunk cannot be read, unless the device fails as a whole. */
async function lose(driver: DriverPort, index: number, { from }: ChunkSource, signal: AbortSignal): Promise<void> {
  const { deps, drive } = driver;
  const { id, recorded } = drive.row;
  const tells = from !== 'staged' || !recorded || (await deps.store.stagedIndexes(id).then(Boolean, () => false));
  if (signal.aborted) return;
  if (tells) driver.dispatch({ type: 'source-lost', index, from: from === 'gap' ? 'staged' : from });
  else driver.dispatch(waitFor(faults.deviceUnreadable, deps.clock));
}

/** Returns the chunk's digest, known or computed now; undefined where the bytes cannot be read. */
async function digest(driver: DriverPort, index: number, source: ChunkSource): Promise<string | undefined> {
  const { chunkSize, hashes, gaps } = driver.drive.row;
  const key = `${chunkSize}:${index}`;
  // Where a gap may be filled, the digest of the row may be that of the bytes or that of the zeros.
  const known = gaps?.includes(index) ? source.sha256 : (hashes[index] ?? source.sha256);
  const pending = driver.digests.get(key) ?? (known ? Promise.resolve(known) : driver.deps.hash(source.blob));
  driver.digests.set(key, pending);
  try {
    const sha256 = await pending;
    // If the file was cut anew meanwhile, this index has other bytes.
    if (driver.drive.row.chunkSize === chunkSize) driver.dispatch({ type: 'hashed', index, sha256 });
    return sha256;
  } catch {
    return undefined;
  } finally {
    driver.digests.delete(key);
  }
}

async function digestAhead(driver: DriverPort): Promise<void> {
  const { row, flight, staged } = driver.drive;
  if (!driver.file || driver.digests.size > 0) return;
  for (const index of missingFrom(row.acknowledged, row.total)) {
    if (flight[index] !== undefined || row.hashes[index] || staged.includes(index)) continue;
    const source: ChunkSource = { blob: cut(driver.file, row, index), from: 'file' };
    driver.ahead = { index, chunkSize: row.chunkSize, source };
    await digest(driver, index, source);
    return;
  }
}

function takeAhead({ ahead, drive }: DriverPort, index: number): ChunkSource | undefined {
  const isIt = ahead?.index === index && ahead.chunkSize === drive.row.chunkSize;
  return isIt && !drive.staged.includes(index) ? ahead.source : undefined;
}

function post(
  driver: DriverPort,
  index: number,
  { blob, from }: ChunkSource,
  sha256: string,
  signal: AbortSignal,
): Promise<Outcome<undefined>> {
  const { deps } = driver;
  return withTokenOf(driver.drive.row.ownerId, deps.session, async (token) => {
    const { row, isPlainProvider } = driver.drive;
    // What the server has of an interrupted chunk are its true bytes.
    const offset = from === 'gap' ? 0 : (driver.drive.partial[index] ?? 0);
    const onSent = (sent: number) => driver.dispatch({ type: 'progress', index, sent });
    const outcome = await deps.transport({ row, index, blob, offset, sha256, isPlainProvider, token }, onSent, signal);
    if (outcome.kind === 'unauthorized') return 'unauthorized';
    return outcome.kind === 'acknowledged' ? { kind: 'ok', value: undefined } : outcome;
  });
}
