// Transcripts.

export {
  attachSubtitles,
  chooseDraft,
  type LaidTranscript,
  layTranscript,
  transcriptWrites,
  updateTranscript,
} from './mutations.ts';
export { transcriptQuery } from './queries.ts';
