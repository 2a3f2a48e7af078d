// Transcripts.

export {
  attachSubtitles,
  chooseDraft,
  type OptimisticTranscript,
  transcriptCollection,
  transcriptMutations,
  updateTranscript,
} from './mutations.ts';
export { transcriptQuery } from './queries.ts';
