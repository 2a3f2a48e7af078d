// Uploads, videos, parts, processing, speech, subtitles, transcripts.

export { registerRecordings } from './parts/routes.ts';
export { findProcessing } from './processing/repository.ts';
export { registerProcessing } from './processing/routes.ts';
export { createEmbeddedSpeech, type EmbeddedSpeech } from './speech/embedded/embedded-speech-service.ts';
export { kindWords, type ModelFolder, readModelFolder } from './speech/embedded/model-folder.ts';
export { SpeechFailure } from './speech/speech-failure.ts';
export { createSpeechService, type SpeechService } from './speech/speech-service.ts';
export { registerTranscripts } from './transcripts/routes.ts';
export type { Pace as UploadPace } from './uploads/assembler.ts';
export { registerUploads } from './uploads/routes.ts';
export { createVideoLinks, type VideoLinks } from './video-links.ts';
export { registerVideos } from './videos/routes.ts';
