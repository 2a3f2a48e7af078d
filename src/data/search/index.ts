// One search over everything: on the server, and in the cache of this device.

export { allOf, hitAddress } from './addresses.ts';
export { inRussianLayout } from './layout.ts';
export { type FoundGroup, type FoundHit, findOnDevice, findUnsent } from './on-device.ts';
export { searchQuery } from './queries.ts';
export { withUnsent } from './with-unsent.ts';
export { countedHits, foundPlace, kindTitles } from './words.ts';
