// Keywords.

export { keywordCollection, keywordListQuery } from './collection.ts';
export { createKeyword, deleteKeyword, keywordMutations, renameKeyword } from './mutations.ts';
