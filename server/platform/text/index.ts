// Russian as text.

export { capitalized } from '#contract/capitalized.ts';
export { editDistance } from './edit-distance.ts';
