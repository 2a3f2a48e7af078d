// Keywords.

export { applyToKeywords, createKeyword, deleteKeyword, keywordMutations, renameKeyword } from './mutations.ts';
