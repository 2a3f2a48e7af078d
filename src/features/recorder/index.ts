// The recorder: its dialog, its panel, what runs, and recordings that an earlier visit left.

export { LeftRecordingList } from './left-recording-list.tsx';
export { RecordButton } from './record-button.tsx';
export { RecordingNotice } from './recording-notice.tsx';
export { RunningRecorder } from './running-recorder.tsx';
export { useRecordingOf } from './use-recording-of.ts';
