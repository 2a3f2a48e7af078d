import { chunkBytes } from '#contract/upload.ts';
import { checkRecording } from './check-recording.ts';
import type { Connectivity } from './connectivity.ts';
import { Driver } from './driver.ts';
import type { DriverDeps } from './driver-port.ts';
import type { EngineEvent } from './engine-types.ts';
import type { Session } from './session.ts';
import { hold } from './slots.ts';
import { isSameFile } from './source.ts';
import { UploadError } from './upload-error.ts';
import { isResting, type UploadRow } from './upload-row.ts';
import type { UploadMessage, UploadsChannel } from './uploads-channel.ts';
import { createUploadList } from './uploads-list.ts';

/** A stage that an upload brings its protocol to; the cached first page follows it (spec.md §4). */
export interface StageChange {
  protocolId: string;
  stage: 'video_uploaded' | 'video_process';
}

export interface UploadsDeps extends Omit<DriverDeps, 'onCall' | 'onStage' | 'onChange' | 'onFull' | 'session'> {
  session: Session;
  connectivity: Pick<Connectivity, 'isOnline' | 'subscribe' | 'reportSuccess' | 'reportFailure'>;
  /** Joins the tabs of this browser. */
  channel: UploadsChannel;
  /** Something was queued: asks for the worker's help and for storage that the browser does not clear. */
  onQueued(): void;
}

export type Uploads = ReturnType<typeof createUploads>;

/**
 * The page's side of the upload queue: what screens call and what they show. One tab drives an upload, under the lock
 * `upload:{id}`; the others wait for the lock, so that one of them takes over when that tab is gone.
 */
export function createUploads(deps: UploadsDeps) {
  const { store, session, locks, channel } = deps;
  const list = createUploadList(deps.clock, channel);
  const drivers = new Map<string, Driver>();
  const files = new Map<string, File>();
  const watched = new Set<string>();
  const stageListeners = new Set<(change: StageChange) => void>();
  let owner: string | null = null;
  let running: AbortController | undefined;

  const tellStage = (change: StageChange) => {
    for (const listener of stageListeners) listener(change);
  };

  /** Waits for the upload's lock and drives it, unless another tab brings it to its end. */
  async function watch(id: string): Promise<void> {
    if (watched.has(id) || !running) return;
    watched.add(id);
    const release = await hold(locks, `upload:${id}`, { signal: running.signal }).catch(() => undefined);
    watched.delete(id);
    if (!release) return;
    const row = await store.getUpload(id);
    if (!row) list.remove(id);
    else if (row.ownerId === owner && !isResting(row.state)) await drive(row, { type: 'start' });
    else if (row.ownerId === owner) list.showRow(row);
    release();
  }

  async function drive(row: UploadRow, first: EngineEvent): Promise<void> {
    const staged = await store.stagedIndexes(row.id);
    const driver = new Driver(
      {
        ...deps,
        onCall: (through) => (through ? deps.connectivity.reportSuccess() : deps.connectivity.reportFailure()),
        onStage: (protocolId, stage) => {
          tellStage({ protocolId, stage });
          channel.post({ type: 'stage', protocolId, stage });
        },
        onChange: (drive) => list.showDrive(drive),
        onFull: () => list.markFull(row.id),
      },
      row,
      staged,
      files.get(row.id),
    );
    drivers.set(row.id, driver);
    driver.dispatch(first);
    driver.startStaging();
    await driver.ended;
    drivers.delete(row.id);
    if (driver.drive.row.state === 'done' || driver.drive.row.state === 'cancelled') files.delete(row.id);
  }

  /** Gives a command to whoever drives the upload; drives it here where nobody does. */
  async function command(id: string, event: EngineEvent): Promise<void> {
    const driver = drivers.get(id);
    if (driver) return driver.dispatch(event);
    const release = await hold(locks, `upload:${id}`, { ifAvailable: true });
    if (!release) return channel.post({ type: 'command', id, event });
    const row = await store.getUpload(id);
    if (!row || row.ownerId !== owner) return release();
    channel.post({ type: 'watch', id });
    void drive(row, event).finally(release);
  }

  function receive(message: UploadMessage): void {
    if (message.type === 'view') list.showForeign(message.ownerId === owner ? message.view : undefined);
    else if (message.type === 'stage') tellStage(message);
    else if (message.type === 'file') files.set(message.id, message.file);
    else if (message.type === 'watch') void watch(message.id);
    else drivers.get(message.id)?.dispatch(message.event);
  }

  /** Shows and drives what belongs to the person who is signed in, and nothing else. */
  async function load(): Promise<void> {
    const next = await session.owner();
    if (next !== owner) {
      for (const driver of drivers.values()) driver.stop();
      list.clear(next);
      owner = next;
    }
    if (owner === null) return;
    for (const row of await store.uploadsOf(owner)) {
      if (!drivers.has(row.id)) list.showRow(row);
      if (row.state === 'wait-auth') void command(row.id, { type: 'resume' });
      else if (!isResting(row.state)) void watch(row.id);
    }
  }

  return {
    list: list.views,
    subscribe: list.subscribe,

    /** Hears of a stage that the queue moved on, in this tab or another. */
    onStage(listener: (change: StageChange) => void): () => void {
      stageListeners.add(listener);
      return () => stageListeners.delete(listener);
    },

    /** Queues a recording and starts to send it. Resolves with the upload's id; throws UploadError. */
    async add(protocolId: string, file: File): Promise<string> {
      await checkRecording(file);
      owner ??= await session.owner();
      if (owner === null) throw new UploadError('not_signed_in');
      if (list.views().some((view) => view.protocolId === protocolId && view.state !== 'done')) {
        throw new UploadError('already_uploading');
      }
      const row = newRow({ id: deps.newId(), ownerId: owner, protocolId, file, now: deps.clock.now() });
      files.set(row.id, file);
      list.showRow(row);
      // Without room for the row itself the upload still goes, as long as the tab is open.
      const kept = await store.putUpload(row).then(
        () => true,
        () => false,
      );
      channel.post({ type: 'file', id: row.id, file });
      deps.onQueued();
      if (kept) {
        void watch(row.id);
        channel.post({ type: 'watch', id: row.id });
      } else {
        list.markFull(row.id);
        void drive(row, { type: 'start' });
      }
      return row.id;
    },

    pause: (id: string) => command(id, { type: 'pause' }),
    resume: (id: string) => command(id, { type: 'resume' }),
    retry: (id: string) => command(id, { type: 'resume' }),
    cancel: (id: string) => command(id, { type: 'cancel' }),

    /** Takes the file once more where the browser lost it; 'different' when its size or digests are not the same. */
    async pickAgain(id: string, file: File): Promise<'resumed' | 'different'> {
      const row = await store.getUpload(id);
      if (!row || !(await isSameFile(row, file, deps.hash))) return 'different';
      files.set(id, file);
      channel.post({ type: 'file', id, file });
      await command(id, { type: 'resume' });
      return 'resumed';
    },

    /** Takes up what is queued. The returned promise is the first load; call once. */
    start(): Promise<void> {
      running = new AbortController();
      channel.listen(receive);
      const unsubscribe = [
        session.subscribe(() => void load()),
        deps.connectivity.subscribe(() => {
          if (deps.connectivity.isOnline()) for (const driver of drivers.values()) driver.dispatch({ type: 'online' });
        }),
      ];
      running.signal.addEventListener('abort', () => {
        for (const stop of unsubscribe) stop();
      });
      return load();
    },

    stop(): void {
      running?.abort();
      channel.close();
      for (const driver of drivers.values()) driver.stop();
    },
  };
}

function newRow({
  id,
  ownerId,
  protocolId,
  file,
  now,
}: {
  id: string;
  ownerId: string;
  protocolId: string;
  file: File;
  now: number;
}): UploadRow {
  const total = Math.max(1, Math.ceil(file.size / chunkBytes));
  return {
    id,
    uploadId: id,
    ownerId,
    protocolId,
    name: file.name,
    type: file.type,
    size: file.size,
    lastModified: file.lastModified,
    chunkSize: chunkBytes,
    total,
    state: 'queued',
    acknowledged: [],
    hashes: new Array<null>(total).fill(null),
    attempt: 0,
    nextAttemptAt: null,
    lastError: null,
    processAt: null,
    processed: false,
    createdAt: now,
  };
}
