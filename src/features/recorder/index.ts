// The recorder: its dialog, its panel, the running recording, and recordings that an earlier visit left.

export { LeftRecordingList } from './left-recording-list.tsx';
export { RecordButton } from './record-button.tsx';
export { RecordingNotice, RunningRecorder, useRecordingOf } from './running-recorder.tsx';
