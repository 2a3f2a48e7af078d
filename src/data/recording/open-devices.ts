import type { RecordingMode } from './recording-types.ts';

/** The chosen camera and microphone; without an id, the browser chooses. */
export interface DeviceChoice {
  mode: RecordingMode;
  cameraId?: string | undefined;
  microphoneId?: string | undefined;
}

export interface Device {
  id: string;
  name: string;
}

/** Opens camera and microphone; the browser asks for permission. Throws errors that `deviceFault` puts into words. */
export async function openDevices(choice: DeviceChoice): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia(constraintsOf(choice));
  } catch (error) {
    // The chosen device is gone, so any other one is used.
    if (!(error instanceof DOMException) || error.name !== 'OverconstrainedError') throw error;
    return navigator.mediaDevices.getUserMedia(constraintsOf({ mode: choice.mode }));
  }
}

export function closeDevices(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** Lists the devices to choose from. Their names are known only after permission; until then they are numbered. */
export async function listDevices(): Promise<{ cameras: Device[]; microphones: Device[] }> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  const devicesOf = (kind: MediaDeviceKind, word: string) =>
    devices
      .filter((device) => device.kind === kind)
      .map(({ deviceId, label }, index) => ({ id: deviceId, name: label || `${word} ${index + 1}` }));
  return { cameras: devicesOf('videoinput', 'Камера'), microphones: devicesOf('audioinput', 'Микрофон') };
}

function constraintsOf({ mode, cameraId, microphoneId }: DeviceChoice): MediaStreamConstraints {
  return {
    audio: { ...idOf(microphoneId), noiseSuppression: true, autoGainControl: true },
    video: mode === 'video' && {
      ...idOf(cameraId),
      width: { ideal: 1280 },
      height: { ideal: 720 },
      frameRate: { max: 30 },
    },
  };
}

function idOf(id: string | undefined): MediaTrackConstraints {
  return id ? { deviceId: { exact: id } } : {};
}
