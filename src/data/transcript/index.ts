// Transcripts.

export {
  applyToTranscript,
  attachSubtitles,
  chooseDraft,
  type OptimisticTranscript,
  transcriptMutations,
  updateTranscript,
} from './mutations.ts';
export { transcriptQuery } from './queries.ts';
