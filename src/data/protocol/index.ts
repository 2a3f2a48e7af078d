// Protocols with their agenda: queries, mutations, optimistic state, merging of edits.

export {
  applyToProtocol,
  isToBeDeleted,
  protocolCollection,
  unsentCreation,
  useProtocolList,
} from './collection.ts';
export { type EditBase, editBase, editOver, type ProtocolEdit } from './edits.ts';
export { currentProtocol, enqueueEdit } from './enqueue-edit.ts';
export { type Difference, differences, isFormatted, mergeProtocol, type Side } from './merge-edits.ts';
export {
  createProtocol,
  deleteProtocol,
  type NewProtocol,
  type NewProtocolFields,
  protocolMutations,
  updateProtocol,
} from './mutations.ts';
export { protocolPutBody } from './protocol-put-body.ts';
export {
  applyServerProtocol,
  cachedProtocol,
  findListedProtocol,
  freeNumberQuery,
  type ProtocolListFilter,
  patchProtocol,
  protocolListQuery,
  protocolQuery,
  refetchProtocol,
} from './queries.ts';
export {
  onServerStage,
  onUploadStage,
  processingRefused,
  refreshRecordings,
} from './stage-news.ts';
export { heardFromStream, streamSilence } from './stage-polling.ts';
export { documentSettingsQuery, templatesQuery, useTemplates } from './templates.ts';
export { protocolTitle } from './title.ts';
