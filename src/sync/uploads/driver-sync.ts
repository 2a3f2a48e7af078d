import type { UploadStatus } from '#contract/upload.ts';
import { tellsChunks } from '../provider/server.ts';
import { countOf } from '../store/ranges.ts';
import { wait } from '../time/clock.ts';
import type { DriverPort } from './driver-port.ts';
import type { EngineEvent } from './engine-types.ts';
import { faults } from './faults.ts';
import { hashOfHashes } from './hasher.ts';
import { cut } from './source.ts';
import { findWait } from './upload-waits.ts';

const askAgainMs = 1_000;

/** Asks the server what it holds; of a plain provider the local record is the truth. */
export async function syncUpload(driver: DriverPort): Promise<void> {
  const { deps } = driver;
  // What the device knows by itself comes first: it is the same without a connection.
  const found = await findWait(deps.store, driver.drive.row, deps.clock);
  if ('wait' in found) return driver.dispatch(found.wait);
  const { protocolId } = found;
  const server = await deps.askServer();
  if (server.kind === 'unreachable') return driver.fail({ kind: 'network' });
  if (protocolId !== driver.drive.row.protocolId) driver.dispatch({ type: 'moved', protocolId });
  const plain = !tellsChunks(server.capabilities);
  const common = { type: 'synced', plain, newUploadId: deps.newId(), now: deps.clock.now() } as const;
  if (plain) return driver.dispatch(common);
  if (!driver.drive.row.begun) return driver.dispatch({ ...common, received: [] });
  const outcome = await deps.calls.status(driver.drive.row);
  if (outcome.kind === 'failed') return driver.fail(outcome.failure);
  deps.onCall(true);
  driver.dispatch({ ...common, ...held(outcome.value, driver.drive.row.total) });
}

/** The server's record in the engine's terms; nothing is held where it has not heard of the upload. */
function held(
  status: UploadStatus | undefined,
  total: number,
): Pick<Extract<EngineEvent, { type: 'synced' }>, 'received' | 'partial' | 'state' | 'reason'> {
  if (status === undefined) return { received: [], state: 'unknown' };
  if (status.state === 'verifying' || status.state === 'assembled') return { received: [[0, total - 1]] };
  if (status.state === 'receiving') {
    const partial = Object.fromEntries((status.partial ?? []).map(({ index, bytes }) => [index, bytes]));
    return { received: status.received, partial };
  }
  return { received: [], state: status.state, reason: status.error ?? undefined };
}

/** Waits until the server has put the file together, and compares its digests with ours. */
export async function verifyUpload(driver: DriverPort): Promise<void> {
  const { deps } = driver;
  const tell = (isSame: boolean) => driver.dispatch({ type: 'verified', agrees: isSame, newUploadId: deps.newId() });
  if (driver.drive.plain) return tell(true);
  while (!driver.signal.aborted && driver.drive.row.state === 'verifying') {
    const outcome = await deps.calls.status(driver.drive.row);
    if (outcome.kind === 'failed') return driver.fail(outcome.failure);
    if (outcome.value?.state === 'assembled') {
      return tell(await agrees(driver, outcome.value));
    }
    if (!isBeingVerified(outcome.value, driver.drive.row.total)) {
      return driver.fail({ kind: 'conflict', fault: faults.incomplete });
    }
    await wait(deps.clock, askAgainMs, driver.signal);
  }
}

/** A server that verifies others first has all of it, and has not begun. */
function isBeingVerified(status: UploadStatus | undefined, total: number): boolean {
  return status?.state === 'verifying' || (status?.state === 'receiving' && countOf(status.received) === total);
}

/**
 * A digest that this device lost with a crash is read from the file, which may have changed since; where there is no file
 * any more the server's check of what came is all there is.
 */
async function agrees(driver: DriverPort, status: UploadStatus): Promise<boolean> {
  if (!status.chunks_sha256) return true;
  const digests: string[] = [];
  for (const [index, hash] of driver.drive.row.hashes.entries()) {
    const digest = hash ?? (await digestOf(driver, index));
    if (digest === undefined) return true;
    digests.push(digest);
  }
  return (await hashOfHashes(digests)) === status.chunks_sha256;
}

async function digestOf({ deps, drive, file }: DriverPort, index: number): Promise<string | undefined> {
  if (!file) return undefined;
  return deps.hash(cut(file, drive.row, index)).catch(() => undefined);
}
