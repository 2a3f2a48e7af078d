import { sendChunk } from './driver-chunk.ts';
import type { DriverDeps, DriverPort } from './driver-port.ts';
import { syncUpload, verifyUpload } from './driver-sync.ts';
import { newDrive, reduce } from './engine.ts';
import type { Drive, Effect, EngineEvent, Failure } from './engine-types.ts';
import { hasIndex } from './ranges.ts';
import { stage } from './staging.ts';
import { isResting, type UploadRow } from './upload-row.ts';

/** Drives one upload under its lock: carries the engine's effects out and tells it what came of them. */
export class Driver implements DriverPort {
  readonly deps: DriverDeps;
  drive: Drive;
  file: File | undefined;
  readonly #flights = new Map<number, AbortController>();
  readonly #stopped = new AbortController();
  #timer: (() => void) | undefined;
  #processTimer: (() => void) | undefined;
  #writes: Promise<unknown> = Promise.resolve();
  #ended: () => void = () => undefined;
  /** Resolves when the upload came to rest or the driver was stopped. */
  readonly ended: Promise<void>;

  constructor(deps: DriverDeps, row: UploadRow, staged: readonly number[], file: File | undefined) {
    this.deps = deps;
    this.file = file;
    this.drive = newDrive(row, { staged, hasFile: file !== undefined });
    this.ended = new Promise((resolve) => {
      this.#ended = resolve;
    });
  }

  get signal(): AbortSignal {
    return this.#stopped.signal;
  }

  /** Begins to copy the file onto the device, beside the sending. */
  startStaging(): void {
    if (this.file) void this.#stage(this.file);
  }

  dispatch(event: EngineEvent): void {
    if (this.signal.aborted) return;
    const step = reduce(this.drive, event);
    this.drive = step.drive;
    for (const effect of step.effects) this.#carryOut(effect);
    this.deps.onChange(this.drive);
    if (isResting(this.drive.row.state)) this.stop();
  }

  /** Lets go: breaks off what is under way and writes nothing more but what was begun. */
  stop(): void {
    this.#stopped.abort();
    this.#abortFlights();
    this.#timer?.();
    this.#processTimer?.();
    void this.#writes.then(this.#ended, this.#ended);
  }

  #carryOut(effect: Effect): void {
    const { deps } = this;
    const { row } = this.drive;
    switch (effect.type) {
      case 'save':
        return this.#write(() => deps.store.putUpload(row));
      case 'acknowledge':
        return this.#write(() => deps.store.acknowledge(row, effect.index));
      case 'unstage':
        return this.#write(() => deps.store.deleteChunks(row.id));
      case 'drop':
        return this.#write(() => deps.store.deleteUpload(row.id));
      case 'sync':
        return void syncUpload(this);
      case 'verify':
        return void verifyUpload(this);
      case 'send': {
        const controller = new AbortController();
        this.#flights.set(effect.index, controller);
        return void sendChunk(this, effect.index, controller.signal);
      }
      case 'abort':
        return this.#abortFlights();
      case 'wait':
        this.#timer?.();
        this.#timer = deps.clock.after(Math.max(0, effect.until - deps.clock.now()), () =>
          this.dispatch({ type: 'timer' }),
        );
        return;
      case 'process-at':
        this.#processTimer?.();
        this.#processTimer = deps.clock.after(Math.max(0, effect.at - deps.clock.now()), () =>
          this.dispatch({ type: 'process-due' }),
        );
        return;
      case 'process':
        return void this.#process();
      case 'cancel':
        return void this.#cancel();
      case 'announce':
        return deps.onStage(row.protocolId, effect.stage);
    }
  }

  async #process(): Promise<void> {
    const outcome = await this.deps.provider.process(this.drive.row, this.drive.plain);
    if (outcome.kind === 'ok') return this.dispatch({ type: 'processed' });
    this.fail(outcome.failure);
  }

  async #cancel(): Promise<void> {
    const handshake = await this.deps.handshake();
    if (handshake.kind === 'unreachable') return this.fail({ kind: 'network' });
    if (!handshake.capabilities.has('upload-resume')) return this.dispatch({ type: 'cancelled' });
    const outcome = await this.deps.provider.cancel(this.drive.row);
    if (outcome.kind === 'ok') return this.dispatch({ type: 'cancelled' });
    this.fail(outcome.failure);
  }

  fail(failure: Failure, index?: number): void {
    this.deps.onCall(failure.kind !== 'network' && failure.kind !== 'timeout');
    const { clock } = this.deps;
    this.dispatch({
      type: 'failed',
      failure,
      now: clock.now(),
      random: clock.random(),
      ...(index !== undefined && { index }),
    });
  }

  async #stage(file: File): Promise<void> {
    const result = await stage(file, {
      store: this.deps.store,
      hash: this.deps.hash,
      signal: this.signal,
      row: () => this.drive.row,
      isSettled: (index) => hasIndex(this.drive.row.acknowledged, index) || this.drive.staged.includes(index),
      onStaged: async (index, sha256) => {
        this.dispatch({ type: 'hashed', index, sha256 });
        // Acknowledged while it was being copied: nobody needs the copy.
        if (hasIndex(this.drive.row.acknowledged, index)) await this.deps.store.acknowledge(this.drive.row, index);
        else this.dispatch({ type: 'staged', index });
      },
    });
    if (result === 'full') this.deps.onFull();
  }

  #write(write: () => Promise<unknown>): void {
    // A row that cannot be written costs a resync after a crash, never the upload.
    this.#writes = this.#writes.then(write).catch(() => this.deps.onFull());
  }

  #abortFlights(): void {
    for (const controller of this.#flights.values()) controller.abort();
    this.#flights.clear();
  }
}
