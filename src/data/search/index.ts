// One search over everything: by the server, and over what this device has.

export { allOf, hitAddress } from './addresses.ts';
export { inRussianLayout } from './layout.ts';
export { type FoundGroup, type FoundHit, findOnDevice, findUnsent } from './on-device.ts';
export { searchQuery } from './queries.ts';
export { withUnsent } from './with-unsent.ts';
export { countedHits, foundPlace, kindTitles } from './words.ts';
