import { uuidv7 } from 'uuidv7';
import { chunkBytes } from '#contract/recordings/upload.ts';
import {
  createStreamCapture,
  type RecordingMode,
  recordingName,
  refusalWords,
  setRunning,
} from '#src/data/recording/index.ts';
import {
  askForProtectionOnce,
  beginRecording,
  createPageHasher,
  leftRecordings,
  type RecordingSession,
  readSpace,
  session,
  store,
  systemClock,
  UploadError,
  uploads,
} from '#src/sync/index.ts';
import { showToast } from '#src/ui/index.ts';
import { noteFailure } from './recording-failures.ts';

const hash = createPageHasher();

/** Records a stream into a protocol until it is stopped. Throws the errors of the device or the encoder. */
export async function startRecording(protocolId: string, stream: MediaStream, mode: RecordingMode): Promise<void> {
  const ownerId = await session.owner();
  if (ownerId === null) throw new UploadError('not_signed_in');
  const capture = createStreamCapture(stream, mode);
  const { type } = capture;
  const recording = await beginRecording(
    {
      store,
      hash,
      capture,
      session,
      clock: systemClock(),
      locks: navigator.locks,
      readRoom: async () => (await readSpace())?.free,
    },
    { id: uuidv7(), ownerId, protocolId, name: recordingName(type, new Date()), type, chunkSize: chunkBytes },
  );
  setRunning({ session: recording, stream, mode });
  void askForProtectionOnce();
  let isBlind = false;
  const unsubscribe = recording.subscribe(() => {
    const state = recording.state();
    if (state.isBlind && !isBlind) showToast(blind, { protocolId, tone: 'bad' });
    isBlind = state.isBlind ?? false;
    if (state.phase !== 'over') return;
    unsubscribe();
    void conclude(recording);
  });
}

/** Adds a stopped recording to the queue; any other recorded data is offered to be sent. */
async function conclude({ id, protocolId, state }: RecordingSession): Promise<void> {
  const { end } = state();
  if (end === 'stopped') await uploads.addRecording(id).catch((error) => noteFailure(id, refusalWords(error)));
  else if (end) announceEnd(id, protocolId, endings[end]);
  await leftRecordings.look();
  setRunning(undefined);
}

/** Shows the reason of the end as a toast: the person may be in another part of the protocol, or not looking at all. */
function announceEnd(id: string, protocolId: string, words: string | undefined): void {
  if (words === undefined) return;
  noteFailure(id, words);
  showToast(words, { protocolId, tone: 'bad' });
}

const blind = 'Камера отключилась. Запись продолжается: дальше только звук.';

const endings: Partial<Record<string, string>> = {
  lost: 'Микрофон или камера отключились, и запись остановилась.',
  full: 'На устройстве закончилось место, и запись остановилась.',
  unkept: 'Устройство перестало сохранять, и запись остановилась.',
};
