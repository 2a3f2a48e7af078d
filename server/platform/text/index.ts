// Russian as text.

export { capitalized } from './capitalized.ts';
