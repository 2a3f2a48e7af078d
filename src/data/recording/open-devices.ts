import type { RecordingMode } from './recording-types.ts';

/** Which camera and microphone; the browser's own choice where none is named. */
export interface DeviceChoice {
  mode: RecordingMode;
  cameraId?: string | undefined;
  microphoneId?: string | undefined;
}

export interface Device {
  id: string;
  name: string;
}

/** Opens camera and microphone; the browser asks the person for its leave. Throws what `deviceFault` puts into words. */
export async function openDevices(choice: DeviceChoice): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia(constraintsOf(choice));
  } catch (error) {
    // The chosen device is gone: any other will do.
    if (!(error instanceof DOMException) || error.name !== 'OverconstrainedError') throw error;
    return navigator.mediaDevices.getUserMedia(constraintsOf({ mode: choice.mode }));
  }
}

export function closeDevices(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** What there is to choose from. Names are known once the person has given leave; until then the devices are counted. */
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
