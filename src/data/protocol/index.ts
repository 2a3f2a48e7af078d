// Protocols with their agenda: queries, mutations, what is shown while they are unsent, merging of edits.

export { type EditBase, editBase } from './edit-base.ts';
export { editOver } from './edit-over.ts';
export { currentProtocol, enqueueEdit } from './enqueue-edit.ts';
export { type Difference, differences, mergeProtocol, type Side } from './merge.ts';
export {
  addedTask,
  createProtocol,
  deleteProtocol,
  type NewProtocol,
  type NewProtocolFields,
  type ProtocolEdit,
  protocolMutations,
  updateProtocol,
} from './mutations.ts';
export { applyToProtocol, isToBeDeleted, unsentCreation } from './optimistic.ts';
export { applyToMembers } from './optimistic-members.ts';
export { applyToTasks } from './optimistic-tasks.ts';
export {
  cachedProtocol,
  findListedProtocol,
  type ProtocolListFilter,
  patchProtocol,
  protocolQuery,
  refetchProtocol,
  takeProtocol,
} from './queries.ts';
export { rebaseEdit } from './rebase-edit.ts';
export { stageBrought, stageTold } from './stage-news.ts';
export { heardFromStream, streamSilence } from './stage-polling.ts';
export { protocolTitle } from './title.ts';
export { updateBody } from './update-body.ts';
export {
  isUnsentAlone,
  useProtocolList,
  useProtocolTasks,
  useTaskList,
  useUrgentTasks,
  withData,
} from './use-optimistic.ts';
