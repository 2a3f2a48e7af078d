// Keywords.

export { createKeyword, deleteKeyword, keywordWrites, layKeywords, renameKeyword } from './mutations.ts';
