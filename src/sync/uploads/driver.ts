import type { Failure, Outcome } from '../http/outcome.ts';
import { tellsChunks } from '../provider/server.ts';
import { createRowWriter } from '../store/row-writer.ts';
import { halved, isResting, type UploadRow } from '../store/upload-row.ts';
import { wait } from '../time/clock.ts';
import { refusalOf } from './classify-failure.ts';
import { sendChunk } from './driver-chunk.ts';
import { halveOnDevice } from './driver-halving.ts';
import type { DriverDeps, DriverPort } from './driver-port.ts';
import { syncUpload, verifyUpload } from './driver-sync.ts';
import { newDrive, reduce } from './engine.ts';
import type { Drive, Effect, EngineEvent } from './engine-types.ts';
import { protocolAtServer } from './find-wait.ts';

/** Maximum wait for a paused row to be kept before the pause is shown. */
const keptMs = 5_000;

/** Drives one upload under its lock: carries out the engine's effects and reports their outcome to it. */
export class Driver implements DriverPort {
  readonly deps: DriverDeps;
  drive: Drive;
  readonly file: File | undefined;
  readonly digests = new Map<string, Promise<string>>();
  ahead: DriverPort['ahead'];
  readonly #flights = new Map<number, AbortController>();
  readonly #stopped = new AbortController();
  readonly #rows: ReturnType<typeof createRowWriter>;
  #timer: (() => void) | undefined;
  #processTimer: (() => void) | undefined;
  #dropped: Promise<unknown> = Promise.resolve();
  #begun = false;
  #ended: () => void = () => undefined;
  /** Resolves when the upload came to rest or the driver was stopped, and its row is written. */
  readonly ended: Promise<void>;

  constructor(deps: DriverDeps, row: UploadRow, file: File | undefined) {
    this.deps = deps;
    this.file = file;
    this.drive = newDrive(row, { staged: [], hasFile: file !== undefined });
    this.#rows = createRowWriter(deps.store, deps.clock, deps.onFull);
    this.ended = new Promise((resolve) => {
      this.#ended = resolve;
    });
  }

  get signal(): AbortSignal {
    return this.#stopped.signal;
  }

  /** Dispatches the first event, with the chunks staged so far; later ones are reported as events. */
  begin(event: EngineEvent, staged: readonly number[]): void {
    this.drive = { ...this.drive, staged: [...new Set([...this.drive.staged, ...staged])] };
    this.#begun = true;
    this.dispatch(event);
  }

  dispatch(event: EngineEvent): void {
    if (this.signal.aborted) return;
    const step = reduce(this.drive, event);
    this.drive = step.drive;
    for (const effect of step.effects) this.#carryOut(effect);
    // An event before the first one finds the upload still at rest.
    const isOver = this.#begun && isResting(this.drive.row.state);
    if (isOver && this.drive.row.state === 'paused') void this.#showKept();
    else this.deps.onChange(this.drive);
    if (isOver) this.stop();
  }

  /** Shows a pause only once it is kept, or the device takes too long: otherwise a closed tab would forget it. */
  async #showKept(): Promise<void> {
    await Promise.race([this.#rows.flush(), wait(this.deps.clock, keptMs)]);
    this.deps.onChange(this.drive);
  }

  /** Stops: aborts the requests under way; what is already known is kept. */
  stop(): void {
    if (this.signal.aborted) return;
    this.#stopped.abort();
    this.#abortFlights();
    this.#timer?.();
    this.#processTimer?.();
    void Promise.allSettled([this.#rows.flush(), this.#dropped]).then(this.#ended);
  }

  #carryOut(effect: Effect): void {
    const { deps } = this;
    const { row } = this.drive;
    switch (effect.type) {
      case 'save':
        this.#rows.save(row);
        break;
      case 'save-soon':
        this.#rows.saveSoon(row);
        break;
      case 'unstage':
        this.#whenKept(() => deps.store.deleteChunk(row.id, effect.index));
        break;
      case 'unstage-all':
        this.#whenKept(() => deps.store.deleteChunks(row.id));
        break;
      case 'halve':
        this.#dropped = this.#halve();
        break;
      case 'drop':
        this.#rows.discard();
        this.#dropped = this.#rows.flush().then(() => deps.store.deleteUpload(row.id));
        break;
      case 'sync':
        void syncUpload(this);
        break;
      case 'verify':
        void verifyUpload(this);
        break;
      case 'send':
        this.#send(effect.index);
        break;
      case 'abort':
        this.#abortFlights();
        break;
      case 'wait':
        this.#timer?.();
        this.#timer = this.#at(effect.until, { type: 'timer' });
        break;
      case 'process-at':
        this.#processTimer?.();
        this.#processTimer = this.#at(effect.at, { type: 'process-due' });
        break;
      case 'process':
        void this.#process();
        break;
      case 'cancel':
        void this.#cancel();
        break;
      case 'announce':
        deps.onStage({
          protocolId: row.protocolId,
          stage: effect.stage,
          ...(effect.refusal !== undefined && { refusal: effect.refusal }),
          uploadId: row.uploadId,
          replaces: this.drive.isPlainProvider || row.insteadOf,
        });
        break;
    }
  }

  #send(index: number): void {
    const controller = new AbortController();
    this.#flights.set(index, controller);
    void sendChunk(this, index, controller.signal);
  }

  /** Halves row and chunks in one step; a driver that was stopped meanwhile saves the halved row. */
  async #halve(): Promise<void> {
    await this.#rows.flush();
    if (!(await halveOnDevice(this))) return;
    if (this.signal.aborted) this.#rows.save(halved(this.drive.row));
    else this.dispatch({ type: 'halved' });
    await this.#rows.flush();
  }

  async #cancel(): Promise<void> {
    const { row } = this.drive;
    const server = await this.deps.askServer();
    const isOut = server.kind === 'known' && (await protocolAtServer(this.deps.store, row)) !== undefined;
    // Nothing of it ever left this device.
    if (!row.begun && !isOut) return this.dispatch({ type: 'cancelled' });
    if (server.kind === 'unreachable') return this.fail({ kind: 'network' });
    if (!tellsChunks(server.capabilities)) return this.dispatch({ type: 'cancelled' });
    await this.#call(() => this.deps.calls.cancel(this.drive.row), { type: 'cancelled' });
  }

  async #process(): Promise<void> {
    const outcome = await this.deps.calls.process(this.drive.row, this.drive.isPlainProvider);
    const fault = refusalOf(outcome);
    if (!fault) return this.#take(outcome, { type: 'processed' });
    this.deps.onCall(true);
    this.dispatch({ type: 'process-refused', fault });
  }

  async #call(call: () => Promise<Outcome<unknown>>, success: EngineEvent): Promise<void> {
    this.#take(await call(), success);
  }

  #take(outcome: Outcome<unknown>, success: EngineEvent): void {
    if (outcome.kind === 'failed') this.fail(outcome.failure);
    else {
      this.deps.onCall(true);
      this.dispatch(success);
    }
  }

  fail(failure: Failure, index?: number): void {
    if (failure.kind === 'server') this.deps.onBusy();
    else this.deps.onCall(failure.kind !== 'network' && failure.kind !== 'timeout');
    const { clock } = this.deps;
    const event = { type: 'failed', failure, now: clock.now(), random: clock.random() } as const;
    this.dispatch(index === undefined ? event : { ...event, index });
  }

  /** Deletes staged chunks only once the record that the server has them is written. */
  #whenKept(work: () => Promise<unknown>): void {
    // A chunk that stays is dropped with its row.
    void this.#rows
      .kept()
      .then((isKept) => (isKept ? work() : undefined))
      .catch(() => undefined);
  }

  #at(when: number, event: EngineEvent): () => void {
    const { clock } = this.deps;
    return clock.after(Math.max(0, when - clock.now()), () => this.dispatch(event));
  }

  #abortFlights(): void {
    for (const controller of this.#flights.values()) controller.abort();
    this.#flights.clear();
  }
}
