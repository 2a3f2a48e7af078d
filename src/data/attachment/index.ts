// Files of a protocol and of its agenda items: collection, mutations, words.

export { attachmentCollection } from './collection.ts';
export {
  attachmentMutations,
  createAttachment,
  deleteAttachment,
  plainAttachment,
  updateAttachment,
} from './mutations.ts';
export { attachmentTitle } from './words.ts';
