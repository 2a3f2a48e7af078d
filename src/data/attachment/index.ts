// Files of a protocol and of its agenda items: collection, mutations, words.

export { attachmentCollection } from './collection.ts';
export {
  attachmentMutations,
  attachmentTitle,
  createAttachment,
  deleteAttachment,
  plainAttachment,
  updateAttachment,
} from './mutations.ts';
