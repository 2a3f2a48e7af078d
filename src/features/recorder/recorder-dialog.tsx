import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import type { Video } from '#contract/recordings/recording.ts';
import { type Device, deviceFault, expectedRate, type RecordingMode, roomWords } from '#src/data/recording/index.ts';
import { readSpace, StorageFullError, spareRoom } from '#src/sync/index.ts';
import { ChoiceStrip, FormDialog, SelectField } from '#src/ui/index.ts';
import { CameraView, SoundMeter } from './live-preview.tsx';
import styles from './recorder.module.css';
import { ReplacingNote } from './replacing-note.tsx';
import { startRecording } from './start-recording.ts';
import { useDevices } from './use-devices.ts';

const modes = [
  { value: 'video', title: 'Камера и микрофон' },
  { value: 'sound', title: 'Только микрофон' },
] as const;

interface RecorderDialogProps {
  protocolId: string;
  replaces: Video | undefined;
  onClose: () => void;
}

/** Dialog before a recording: choice of the source, with a preview of picture and sound. */
export function RecorderDialog({ protocolId, replaces, onClose }: RecorderDialogProps) {
  const [mode, setMode] = useState<RecordingMode>('video');
  const [cameraId, setCamera] = useState<string>();
  const [microphoneId, setMicrophone] = useState<string>();
  const { stream, fault, cameras, microphones, retry, keep } = useDevices({ mode, cameraId, microphoneId });
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** Whether the start was requested before the devices were open. */
  const [isAwaited, setAwaited] = useState(false);
  const room = useRoom();
  const isTight = room !== undefined && room <= 0;

  const begin = async (opened: MediaStream) => {
    setBusy(true);
    keep(opened);
    try {
      await startRecording(protocolId, opened, mode);
      onClose();
    } catch (error) {
      keep(undefined);
      setFailure(error instanceof StorageFullError ? noRoom : deviceFault(error, mode));
      setBusy(false);
    }
  };
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (busy || isTight) return;
    setFailure(undefined);
    if (stream) void begin(stream);
    else if (fault) retry();
    else setAwaited(true);
  };
  const beginAwaited = useEffectEvent((opened: MediaStream) => void begin(opened));
  useEffect(() => {
    if (!isAwaited || !(stream || fault)) return;
    setAwaited(false);
    if (stream) beginAwaited(stream);
  }, [isAwaited, stream, fault]);

  return (
    <FormDialog
      title="Запись встречи"
      submit={fault ? 'Попробовать снова' : 'Начать запись'}
      busy={busy}
      dirty={false}
      failure={isTight ? noRoom : (failure ?? fault)}
      onSubmit={start}
      onClose={onClose}
    >
      <ChoiceStrip label="Что записывать" choices={modes} value={mode} onChange={setMode} />
      {mode === 'video' ? (
        <DeviceField
          label="Камера"
          devices={cameras}
          chosen={cameraId ?? usedBy(stream, 'video')}
          onChoose={setCamera}
        />
      ) : null}
      <DeviceField
        label="Микрофон"
        devices={microphones}
        chosen={microphoneId ?? usedBy(stream, 'audio')}
        onChoose={setMicrophone}
      />
      {stream && mode === 'video' ? <CameraView stream={stream} /> : null}
      {stream ? <SoundMeter stream={stream} /> : null}
      <p role="status" className={styles.note}>
        {stream || fault ? '' : isAwaited ? awaited : 'Браузер может спросить о доступе: разрешите его.'}
      </p>
      <p className={styles.note}>
        {[roomWords(room, expectedRate(mode)), 'Записанное сохраняется на устройстве каждую секунду']
          .filter(Boolean)
          .join('. ')}
        .
      </p>
      <ReplacingNote video={replaces} />
    </FormDialog>
  );
}

const awaited = 'Запись начнётся, как только браузер даст доступ.';
const noRoom = 'На этом устройстве не хватает места для записи. Освободите место и попробуйте снова.';

function usedBy(stream: MediaStream | undefined, kind: 'audio' | 'video'): string | undefined {
  return stream
    ?.getTracks()
    .find((track) => track.kind === kind)
    ?.getSettings().deviceId;
}

/** Returns the bytes available for a recording; undefined where the device does not tell. */
function useRoom(): number | undefined {
  const [room, setRoom] = useState<number>();
  useEffect(() => {
    void readSpace().then((space) => setRoom(space && Math.max(0, space.free - spareRoom)));
  }, []);
  return room;
}

interface DeviceFieldProps {
  label: string;
  devices: readonly Device[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** Select of one of several devices; renders nothing where there is no choice. */
function DeviceField({ label, devices, chosen, onChoose }: DeviceFieldProps) {
  if (devices.length < 2) return null;
  return (
    <SelectField label={label} value={chosen ?? ''} onChange={({ target }) => onChoose(target.value)}>
      {devices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
