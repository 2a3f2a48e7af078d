// Words and addresses of queued mutations.

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
