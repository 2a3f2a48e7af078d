// Words and addresses of any queued mutation.

export { candidatesQuery, likelyCandidate, mutationAddress, removedWords } from './lookups.ts';
export {
  discardVerbs,
  effectOf,
  fieldFaults,
  mutationWords,
  queuedWords,
  unsentStates,
  unsentWords,
} from './words.ts';
