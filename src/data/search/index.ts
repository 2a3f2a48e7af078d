// One search over everything: by the server, and over what this device has.

export { allOf, hitAddress } from './addresses.ts';
export { inRussianLayout } from './layout.ts';
export { findOnDevice } from './on-device.ts';
export { searchQuery } from './queries.ts';
export { countedHits, foundPlace, kindTitles } from './words.ts';
