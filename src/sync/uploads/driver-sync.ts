import type { UploadStatus } from '#contract/recordings/upload.ts';
import { tellsChunks } from '../provider/server.ts';
import { countOf } from '../store/ranges.ts';
import { isComplete } from '../store/upload-row.ts';
import { wait } from '../time/clock.ts';
import type { DriverPort } from './driver-port.ts';
import type { EngineEvent } from './engine-types.ts';
import { faults } from './faults.ts';
import { findWait, waitFor } from './find-wait.ts';
import { hashOfHashes } from './hasher.ts';
import { cut } from './source.ts';

const askAgainMs = 1_000;

/** Asks the server which chunks it has. A plain provider cannot say, so the local record counts. */
export async function syncUpload(driver: DriverPort): Promise<void> {
  const { deps } = driver;
  // The device first checks what it knows without a connection.
  if (!(await recount(driver))) return driver.dispatch(waitFor(faults.deviceUnreadable, deps.clock));
  const found = await findWait(deps.store, driver.drive.row, deps.clock);
  if ('wait' in found) return driver.dispatch(found.wait);
  const { protocolId } = found;
  const server = await deps.askServer();
  if (server.kind === 'unreachable') return driver.fail({ kind: 'network' });
  if (protocolId !== driver.drive.row.protocolId) driver.dispatch({ type: 'protocol-renamed', protocolId });
  const isPlainProvider = !tellsChunks(server.capabilities);
  const common = { type: 'synced', isPlainProvider, newUploadId: deps.newId(), now: deps.clock.now() } as const;
  if (isPlainProvider) return driver.dispatch(common);
  if (!driver.drive.row.begun) return driver.dispatch({ ...common, received: [] });
  const outcome = await deps.calls.status(driver.drive.row);
  if (outcome.kind === 'failed') return driver.fail(outcome.failure);
  deps.onCall(true);
  driver.dispatch({ ...common, ...serverState(outcome.value, driver.drive.row.total) });
}

/**
 * Adds the staged chunks of a recording made here, which are nowhere else: those that a failing device did not tell. False
 * where it still fails.
 */
async function recount(driver: DriverPort): Promise<boolean> {
  const { deps, drive, file } = driver;
  // What the server has all of needs nothing more of the device.
  if (!drive.row.recorded || file || isComplete(drive.row)) return true;
  const staged = await deps.store.stagedIndexes(drive.row.id).catch(() => undefined);
  for (const index of staged ?? []) {
    if (!drive.staged.includes(index)) driver.dispatch({ type: 'staged', index });
  }
  return staged !== undefined;
}

/** Returns the server's record for the event `synced`; no chunks where it has not heard of the upload. */
function serverState(
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
  const report = (isSame: boolean) => driver.dispatch({ type: 'verified', agrees: isSame, newUploadId: deps.newId() });
  if (driver.drive.isPlainProvider) return report(true);
  while (!driver.signal.aborted && driver.drive.row.state === 'verifying') {
    const outcome = await deps.calls.status(driver.drive.row);
    if (outcome.kind === 'failed') return driver.fail(outcome.failure);
    if (outcome.value?.state === 'assembled') {
      return report(await digestsAgree(driver, outcome.value));
    }
    if (!isBeingVerified(outcome.value, driver.drive.row.total)) {
      return driver.fail({ kind: 'conflict', fault: faults.incomplete });
    }
    await wait(deps.clock, askAgainMs, driver.signal);
  }
}

/** Whether the server verifies the upload, or has all of it and verifies others first. */
function isBeingVerified(status: UploadStatus | undefined, total: number): boolean {
  return status?.state === 'verifying' || (status?.state === 'receiving' && countOf(status.received) === total);
}

/**
 * Whether the server has what this device read. A digest that was lost with a crash is computed from the file, which may have
 * changed since; without the file the server's own check has to do.
 */
async function digestsAgree(driver: DriverPort, status: UploadStatus): Promise<boolean> {
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
