import type { Failure } from '../http/outcome.ts';
import type { TokenSource } from '../http/token.ts';
import type { Server } from '../provider/server.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import type { Drive, EngineEvent } from './engine-types.ts';
import type { Hasher } from './hasher.ts';

import type { ChunkSource } from './source.ts';
import type { Transport } from './transport.ts';
import type { UploadCalls } from './upload-calls.ts';
import type { StageChange } from './uploads-channel.ts';

/** Dependencies of a drive; all of them are injected. */
export interface DriverDeps {
  store: Store;
  calls: UploadCalls;
  session: TokenSource;
  transport: Transport;
  hash: Hasher;
  locks: Pick<LockManager, 'request'>;
  clock: Clock;
  /** Asks which server this is. */
  askServer(): Promise<Server>;
  newId(): string;
  /** Called after each call, with whether it got through. */
  onCall(through: boolean): void;
  /** Called when the server answered that it is busy, or that it fails. */
  onBusy(): void;
  onStage(change: StageChange): void;
  onChange(drive: Drive): void;
  /** Called when the device has no room to keep the file: the tab must stay open. */
  onFull(): void;
}

/** The driver as the modules that carry out its effects see it. */
export interface DriverPort {
  readonly deps: DriverDeps;
  readonly drive: Drive;
  readonly file: File | undefined;
  /** Digests being computed, by chunk size and index. */
  readonly digests: Map<string, Promise<string>>;
  /** The chunk that was digested ahead: cutting a file waits for the browser, so it is cut once. */
  ahead: { index: number; chunkSize: number; source: ChunkSource } | undefined;
  /** Aborted when the driver stops. */
  readonly signal: AbortSignal;
  dispatch(event: EngineEvent): void;
  /** Tells the engine that a call failed, and the rest of the app whether the connection is to blame. */
  fail(failure: Failure, index?: number): void;
}
