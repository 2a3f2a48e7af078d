// Marks: moments of a recording that somebody marked.

export { markCollection } from './collection.ts';
export { createMark, deleteMark, markMutations, updateMark } from './mutations.ts';
