// Protocols with agenda, members, tasks and attachments; stages and numbers.

export { registerAttachments } from './attachments/routes.ts';
export { registerMarks } from './marks/routes.ts';
export { registerMembers } from './members/routes.ts';
export { searchDecisions } from './protocols/decision-search-repository.ts';
export { daysToFinal } from './protocols/final-repository.ts';
export { listProtocols } from './protocols/list-repository.ts';
export { numberScopeOf } from './protocols/number-repository.ts';
export { createProtocolReader } from './protocols/read-protocol.ts';
export { registerProtocols } from './protocols/routes.ts';
export { registerReports } from './reports/routes.ts';
export { assignedTasks } from './shared/assigned-task-rows.ts';
export { attachmentsOf, type SignAttachment, withAddresses } from './shared/attachment-rows.ts';
export { membersOf } from './shared/member-rows.ts';
export { peopleBy, peopleOf } from './shared/named-people.ts';
export { findSeen, isNamedIn, mayRead, mayWatch, type Seen, takesPart } from './shared/participant-access.ts';
export {
  getOwnedProtocol,
  getReadableProtocol,
  lockOwnedProtocol,
  lockProtocol,
} from './shared/protocol-access-repository.ts';
export { isProcessed, moveStage } from './shared/protocol-stage.ts';
export {
  type DescribeVideo,
  findRecorded,
  inOrder,
  type OrderedRecording,
  readParts,
  recordingsOf,
} from './shared/recording-rows.ts';
export { assertEditable } from './shared/stage-policy.ts';
export { tasksOf } from './shared/task-rows.ts';
export { listTasks } from './tasks/list-repository.ts';
export { addTask } from './tasks/repository.ts';
export { registerTasks } from './tasks/routes.ts';
