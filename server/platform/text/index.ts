// Russian as text.

export { capitalized } from '#contract/capitalized.ts';
