import { chunkBytes } from '#contract/recordings/upload.ts';
import type { Session } from '../session/session.ts';
import { isStorageForbidden } from '../store/store-connection.ts';
import { isResting, type UploadRow } from '../store/upload-row.ts';
import { brokenDeviceMs } from '../time/backoff.ts';
import { faults } from './faults.ts';
import { currentIds, waitFor } from './find-wait.ts';
import { finishRecording, newRow } from './finish-recording.ts';
import { isSameFile } from './source.ts';
import { createCopies } from './upload-copies.ts';
import { createDrives, type DrivesDeps } from './upload-drives.ts';
import { UploadError } from './upload-error.ts';
import type { StageChange, UploadMessage, UploadsChannel } from './uploads-channel.ts';
import { createUploadList } from './uploads-list.ts';

export interface UploadsDeps extends DrivesDeps {
  session: Session;
  /** Joins the tabs of this browser. */
  channel: UploadsChannel;
  /** Size of a chunk in bytes; by default that of the contract. */
  chunkSize?: number;
  /** Whether the server takes several recordings of a protocol, as far as is known. */
  hasParts?(): Promise<boolean>;
  /** Something was queued: asks for the worker's help and for storage that the browser does not clear. */
  onQueued(): void;
}

/** The place of a new recording among those of the protocol: after them, unless it replaces one or ran beside one. */
interface AddOptions {
  fileName?: string;
  /** Whether it waits while another upload to the protocol is on its way; else `add` throws. Both are kept. */
  mayWait?: boolean;
  /** The person was told that the present recordings stay. */
  isAppendConfirmed?: boolean;
  /** The recording that it replaces, as the person has confirmed. */
  insteadOf?: string;
  /** The recording that it ran beside. */
  besideId?: string;
  /** The only speaker in it; only with `besideId`. */
  speaker?: string;
}

export type Uploads = ReturnType<typeof createUploads>;

/** The page's side of the upload queue: the functions that screens call, and the data that they show. */
export function createUploads(deps: UploadsDeps) {
  const { store, session, channel, connectivity } = deps;
  const list = createUploadList(deps.clock, channel);
  const files = new Map<string, File>();
  /** Uploads whose file came from another tab, which still has it. */
  const sharedByOtherTab = new Set<string>();
  const stageListeners = new Set<(change: StageChange) => void>();
  const ended = new AbortController();
  let owner: string | null = null;
  let readAgain: () => void = () => undefined;
  const drives = createDrives(deps, {
    list,
    files,
    owner: () => owner,
    onDrive: (id) => void copies.keep(id),
    onStage(change) {
      publishStage(change);
      channel.post({ type: 'stage', ...change });
      // The next upload may follow.
      drives.wakeWaiting();
    },
    onEnd() {
      if (ended.signal.aborted) return;
      channel.post({ type: 'ended' });
      drives.wakeWaiting();
    },
  });

  const copies = createCopies(deps, { list, files, drives, signal: ended.signal });

  /** Lets every upload that waits for its time try now. */
  const wakeAll = () => drives.sendToAll({ type: 'online' });

  function publishStage(change: StageChange): void {
    for (const listener of stageListeners) listener(change);
  }

  function receive(message: UploadMessage): void {
    if (message.type === 'view') list.showForeign(message.ownerId === owner ? message.view : undefined);
    else if (message.type === 'stage') {
      publishStage(message);
      drives.wakeWaiting();
    } else if (message.type === 'ended') drives.wakeWaiting();
    else if (message.type === 'file') receiveFile(message.id, message.file);
    else if (message.type === 'hello') shareFiles();
    else if (message.type === 'watch') void drives.watch(message.id);
    else if (message.type === 'command') drives.commandHere(message.id, message.event);
    else if (message.type === 'copied') void drives.recount(message.id);
  }

  function receiveFile(id: string, file: File): void {
    if (!files.has(id)) sharedByOtherTab.add(id);
    files.set(id, file);
  }

  /** Gives the files to the other tabs, which can go on with them when this one is closed. */
  function shareFiles(): void {
    for (const { id, state } of list.views()) {
      const file = files.get(id);
      if (file && !endedStates.includes(state)) channel.post({ type: 'file', id, file });
    }
  }

  let isStarted = false;

  /** Follows the session: shows and drives the uploads of whoever is signed in. */
  async function load(): Promise<void> {
    const next = await session.owner();
    if (next !== owner) {
      drives.stop();
      list.clear(next);
      owner = next;
    }
    if (owner === null) return;
    readAgain();
    try {
      await readRows(owner);
    } catch (error) {
      if (isStorageForbidden(error)) list.markRead();
      else if (owner === next) readAgain = deps.clock.after(brokenDeviceMs, () => void load());
    }
  }

  /** Rejects where the device cannot read the rows, or not all of them. */
  async function readRows(ownerId: string): Promise<void> {
    const rows = await store.uploadsOf(ownerId);
    for (const row of rows.sort((one, other) => one.createdAt - other.createdAt)) {
      const staged = drives.has(row.id) ? undefined : await store.stagedIndexes(row.id);
      if (owner !== ownerId) return;
      if (staged) list.showRow(row, staged);
      if (row.state === 'wait-auth') void drives.resumeSignedIn(row.id);
      else if (!isResting(row.state)) void drives.watch(row.id);
    }
    if (owner === ownerId) list.markRead();
  }

  /**
   * Resolves with the signed-in person, and whether another upload to the protocol is under way; that may have the
   * protocol's id of this device. Throws UploadError where nobody is signed in, or where the new upload may not wait
   * for the other.
   */
  async function ownerFor(protocolId: string, mayWait?: boolean): Promise<{ ownerId: string; isBusy: boolean }> {
    if (owner === null) await load();
    const ownerId = owner;
    const currentId = await currentIds(store, ownerId ?? '');
    if (ownerId === null || owner !== ownerId) throw new UploadError('not_signed_in');
    const isOfSame = (view: { protocolId: string }) => currentId(view.protocolId) === currentId(protocolId);
    const isBusy = list.views().some((view) => isOfSame(view) && !endedStates.includes(view.state));
    if (isBusy && !mayWait) throw new UploadError('already_uploading');
    return { ownerId, isBusy };
  }

  return {
    list: list.views,
    subscribe: list.subscribe,
    /**
     * Whether the device has been read: a failing disk may hold more. Also true before the start, when there is nothing
     * to read.
     */
    isRead: () => !isStarted || list.isRead(),
    /** Whether the file may be lost with this tab: it was chosen here, or is sent from here. */
    isFileOnlyHere: (id: string): boolean => files.has(id) && (drives.has(id) || !sharedByOtherTab.has(id)),

    /** Subscribes to the stages that uploads of this tab or another have reached. */
    onStage(listener: (change: StageChange) => void): () => void {
      stageListeners.add(listener);
      return () => stageListeners.delete(listener);
    },

    /** Queues a recording and starts to send it. Resolves with the upload's id; throws UploadError. */
    async add(
      protocolId: string,
      recording: Blob,
      { fileName, mayWait, isAppendConfirmed, ...place }: AddOptions = {},
    ): Promise<string> {
      const file = asFile(recording, fileName);
      await checkKind(file);
      const { ownerId, isBusy } = await ownerFor(protocolId, mayWait);
      const begun = newRow(file, {
        id: deps.newId(),
        ownerId,
        protocolId,
        chunkSize: deps.chunkSize ?? chunkBytes,
        now: deps.clock.now(),
      });
      const row: UploadRow = { ...begun, ...place, ...((isAppendConfirmed || isBusy) && { keeps: true }) };
      files.set(row.id, file);
      list.showRow(row, []);
      // Without room for the row itself the upload still goes, as long as the tab is open.
      const kept = await store.putUpload(row, 'strict').then(
        () => true,
        () => false,
      );
      deps.onQueued();
      if (!kept) {
        list.markFull(row.id);
        void drives.watch(row.id, row);
        return row.id;
      }
      void drives.watch(row.id);
      void copies.keep(row.id);
      channel.post({ type: 'file', id: row.id, file });
      channel.post({ type: 'watch', id: row.id });
      return row.id;
    },

    /**
     * Queues a recording that was made here: its bytes are on the device already, and no more are copied. Throws
     * UploadError, or StorageFullError; it is kept as a recording then. `fillsGaps`: without what cannot be read.
     */
    async addRecording(id: string, { fillsGaps }: { fillsGaps?: true } = {}): Promise<void> {
      const recording = await store.getRecording(id);
      const mayWait = await deps.hasParts?.();
      if (!recording || recording.ownerId !== (await ownerFor(recording.protocolId, mayWait)).ownerId) {
        throw new UploadError('unknown_upload');
      }
      const row = await finishRecording(id, { store, hash: deps.hash, now: deps.clock.now(), fillsGaps });
      list.showRow(row, await store.stagedIndexes(id));
      deps.onQueued();
      void drives.watch(id);
      channel.post({ type: 'watch', id });
    },

    /** Resumes uploads that waited for their protocol: it has been sent, or its deletion was undone. */
    wake: wakeAll,
    /** Lets an upload wait whose protocol is to be deleted, until that is certain, or undone (`wake`). */
    waitForDeletion: (id: string): void => void drives.dispatch(id, waitFor(faults.protocolBeingDeleted, deps.clock)),
    pause: (id: string) => drives.command(id, { type: 'pause' }),
    resume: (id: string) => drives.command(id, { type: 'resume' }),
    /** Again after `failed`. */
    retry: (id: string) => drives.command(id, { type: 'resume' }),
    /** Sends a recording made here with zeros in place of what the device could not read. */
    sendWithGaps: (id: string) => drives.command(id, { type: 'resume', fillsGaps: true }),
    cancel: (id: string) => drives.command(id, { type: 'cancel' }),

    /** Takes the file once more where the browser lost it; 'different' when its size or digests are not the same. */
    async pickAgain(id: string, recording: Blob): Promise<'resumed' | 'different'> {
      // Where the device has no row, the one that this tab shows is enough.
      const row = (await store.getUpload(id).catch(() => undefined)) ?? list.rowOf(id);
      if (!row) throw new UploadError('unknown_upload');
      const file = asFile(recording, row.name);
      if (!(await isSameFile(row, file, store, deps.hash))) return 'different';
      files.set(id, file);
      sharedByOtherTab.delete(id);
      channel.post({ type: 'file', id, file });
      void drives.command(id, { type: 'resume' });
      void copies.keep(id);
      return 'resumed';
    },

    /** Starts the queue. The returned promise is the first load; call once. */
    start(): Promise<void> {
      isStarted = true;
      channel.listen(receive);
      // The worker stops sending: this page shows the progress and takes commands.
      channel.post({ type: 'hello' });
      const unsubscribe = [
        session.subscribe(() => void load()),
        connectivity.subscribe(() => connectivity.isOnline() && wakeAll()),
      ];
      ended.signal.addEventListener('abort', () => {
        for (const stop of unsubscribe) stop();
      });
      return load();
    },

    stop(): void {
      ended.abort();
      readAgain();
      drives.end();
      channel.close();
    },
  };
}

/** States in which an upload does not hinder another recording. */
const endedStates: readonly string[] = ['done', 'cancelling', 'cancelled'];

/** Checks the format by code that is loaded only when a file is chosen; without it the server's probe alone decides. */
async function checkKind(file: File): Promise<void> {
  if (file.size === 0) throw new UploadError('empty_file');
  const kind = await import('./recording-kind.ts').catch(() => undefined);
  await kind?.checkRecording(file);
}

function asFile(recording: Blob, fileName?: string): File {
  if (recording instanceof File && (fileName === undefined || recording.name === fileName)) return recording;
  return new File([recording], fileName ?? 'Запись', { type: recording.type });
}
