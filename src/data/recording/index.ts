// Recordings: devices, the running recording, uploads, and their words.

export { deniedDevices, deviceFault } from './device-fault.ts';
export { closeDevices, type Device, type DeviceChoice, listDevices, openDevices } from './open-devices.ts';
export { followOtherTabs, isOfDeleted, momentNow, useRecordingNow } from './recording-clock.ts';
export { recordingHindrance } from './recording-hindrance.ts';
export { expectedRate, type RecordingMode, recordingName } from './recording-types.ts';
export { lengthWords, roomWords } from './recording-words.ts';
export { isSafeToReload, onceSafeToReload, type ReloadLosses, reloadLosses, watchQueue } from './reload-losses.ts';
export { type RunningRecording, runningRecording, setRunning, useRunningRecording } from './running.ts';
export { saveRecording } from './save-recording.ts';
export { followSound } from './sound-level.ts';
export { createStreamCapture } from './stream-capture.ts';
export { needsConsent, refusalWords, uploadNote, uploadWords } from './upload-words.ts';
export {
  isUploadTo,
  useProtocolUpload,
  useProtocolUploads,
  useUploadNotes,
  useUploadProgress,
  useUploads,
  videoTypes,
} from './use-uploads.ts';
