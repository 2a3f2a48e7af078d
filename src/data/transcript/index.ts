// Transcripts.

export {
  attachSubtitles,
  chooseDraft,
  type OptimisticTranscript,
  type TranscriptChange,
  transcriptCollection,
  transcriptMutations,
  updateTranscript,
} from './mutations.ts';
export { transcriptQuery, useTranscriptIfAny } from './queries.ts';
