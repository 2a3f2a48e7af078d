// Words and addresses of any queued mutation.

export { protocolOf, writePlace } from './address.ts';
export { keptWords } from './kept-words.ts';
export { likelyThing } from './likely-thing.ts';
export { possibleThingsQuery } from './possible-things.ts';
export { removedThing } from './undo-words.ts';
export { discardVerbs, effectOf, fieldFaults, unsentStates, unsentWords, writeWords } from './words.ts';
