// Words and addresses of any queued mutation.

export { mutationAddress, protocolOf } from './address.ts';
export { likelyThing } from './likely-thing.ts';
export { possibleThingsQuery } from './possible-things.ts';
export { queuedWords } from './queued-words.ts';
export { removedThing } from './undo-words.ts';
export { discardVerbs, effectOf, fieldFaults, mutationWords, unsentStates, unsentWords } from './words.ts';
