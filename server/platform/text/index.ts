// Russian as text.

export { capitalized } from '#contract/text/capitalized.ts';
export { editDistance } from './edit-distance.ts';
