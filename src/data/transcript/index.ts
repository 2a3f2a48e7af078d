// Transcripts.

export {
  attachSubtitles,
  chooseDraft,
  type OptimisticTranscript,
  transcriptCollection,
  transcriptMutations,
  updateTranscript,
} from './mutations.ts';
export { transcriptQuery, useTranscriptIfAny } from './queries.ts';
