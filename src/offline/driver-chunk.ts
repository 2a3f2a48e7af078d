import type { DriverPort } from './driver-port.ts';
import type { Outcome } from './provider.ts';
import { withToken } from './provider.ts';
import { takeSlot } from './slots.ts';
import { type ChunkSource, isReadable, readChunk } from './source.ts';

/** Reads, digests and sends one chunk, and tells the engine what came of it; nothing once the signal is aborted. */
export async function sendChunk(driver: DriverPort, index: number, signal: AbortSignal): Promise<void> {
  const { deps } = driver;
  const source = await readChunk(deps.store, driver.drive, index, driver.file);
  if (signal.aborted) return;
  if (!source) return driver.dispatch({ type: 'source-lost', index, from: driver.file ? 'file' : 'staged' });
  const sha256 = await digest(driver, index, source);
  if (signal.aborted) return;
  if (sha256 === undefined) return driver.dispatch({ type: 'source-lost', index, from: source.from });
  const release = await takeSlot(deps.locks, signal).catch(() => undefined);
  if (!release) return;
  const outcome = await post(driver, index, source.blob, sha256, signal).finally(release);
  if (signal.aborted) return;
  if (outcome.kind === 'ok') {
    deps.onCall(true);
    return driver.dispatch({ type: 'acknowledged', index, now: deps.clock.now() });
  }
  const lostLine = outcome.failure.kind === 'network' || outcome.failure.kind === 'timeout';
  if (lostLine && !(await isReadable(source.blob))) {
    return driver.dispatch({ type: 'source-lost', index, from: source.from });
  }
  if (!signal.aborted) driver.fail(outcome.failure, index);
}

/** The chunk's digest: known from an earlier reading, or read now; undefined where the bytes cannot be read. */
async function digest(driver: DriverPort, index: number, source: ChunkSource): Promise<string | undefined> {
  const known = driver.drive.row.hashes[index] ?? source.sha256;
  try {
    const sha256 = known ?? (await driver.deps.hash(source.blob));
    driver.dispatch({ type: 'hashed', index, sha256 });
    return sha256;
  } catch {
    return undefined;
  }
}

function post(
  driver: DriverPort,
  index: number,
  blob: Blob,
  sha256: string,
  signal: AbortSignal,
): Promise<Outcome<undefined>> {
  const { deps } = driver;
  return withToken(deps.session, async (token) => {
    const { row, plain } = driver.drive;
    const onSent = (sent: number) => driver.dispatch({ type: 'progress', index, sent });
    const outcome = await deps.transport({ row, index, blob, sha256, plain, token }, onSent, signal);
    if (outcome.kind === 'unauthorized') return 'unauthorized';
    return outcome.kind === 'acknowledged' ? { kind: 'ok', value: undefined } : outcome;
  });
}
