// The page's interface to everything that is kept on the device and sent. It knows no noun of the product: the meaning
// of mutations is registered from outside.

export { clearDeviceCache, persistCache } from './cache/persisted-cache.ts';
export { createQueryClient } from './cache/query-client.ts';
export { readStoredEarly } from './cache/stored-queries.ts';
export { refetchFailed, useIsForbidden, useOldestFailed, useOldestShown } from './cache/use-shown-data.ts';
export { applyToEntity, applyToList, applyToPage, isIncludedAt, matchesSearch } from './collections/apply.ts';
export type { Optimistic, Unsent } from './collections/change.ts';
export { type ChangeContext, entityType } from './collections/change.ts';
export { type Candidate, defineCollection, type Holding } from './collections/collection.ts';
export {
  defineMutation,
  formDataOf,
  type Mutation,
  type PreparedMutation,
  requestOf,
  variablesOf,
} from './collections/mutation.ts';
export { changesOf, collectionOf, mutationNamed, register } from './collections/registry.ts';
export { joinQueued, rebaseQueued } from './collections/rewrite.ts';
export { invalidate, patchCache, settle } from './collections/update-cache.ts';
export { createConnectionNews } from './connectivity/connection-news.ts';
export type { Connectivity, OfflineReason } from './connectivity/connectivity.ts';
export { readEventStream } from './events/event-stream.ts';
export {
  ApiError,
  errorWords,
  NetworkError,
  ReplyError,
} from './http/api-errors.ts';
export { parseJson } from './http/reply.ts';
export { enqueue, type MutationOptions, mutate } from './mutations/mutate.ts';
export { cancelUnsent, remove, removeForGood } from './mutations/remove.ts';
export { editUnsent, onDevice, resolveMutation } from './mutations/resolve.ts';
export { onSentUnqueued, parseReply, toApiError } from './mutations/send-unqueued.ts';
export {
  isSameList,
  isUnsentAlone,
  useFromQueue,
  useListOrUnsent,
  useOpenForm,
  useOptimisticEntity,
  useOptimisticList,
  useOptimisticPage,
  useQueuedMutations,
  useQueueKnown,
  useReadStart,
  withData,
} from './mutations/use-collection.ts';
export type { OpenForm } from './outbox/forms.ts';
export { blockedMutations } from './outbox/order.ts';
export { isUndoable } from './outbox/undo.ts';
export { undoableUntil } from './outbox/undo-period.ts';
export { fileUnreadable } from './outbox/unreadable-file.ts';
export { api, readAppFile } from './page/api.ts';
export { connectivity } from './page/connectivity.ts';
export { flushLogouts, followLogouts, signInAfterLogouts } from './page/flush-logouts.ts';
export { followOpenRequests } from './page/follow-open-requests.ts';
export { readSession, useOfflineReason, useOnline, useSession } from './page/hooks.ts';
export { ignoringUnknownReply } from './page/ignoring-unknown-reply.ts';
export { followLeftRecordings, leftRecordings, useLeftRecordings } from './page/left-recordings.ts';
export { outbox } from './page/outbox.ts';
export { followProvider, provider, useProvider } from './page/provider.ts';
export { canSendClosed, requestBackgroundSendingOnLeaving } from './page/request-background-sending.ts';
export { session } from './page/session.ts';
export {
  askForProtection,
  askForProtectionOnce,
  isProtected,
  readSpace,
  type StorageSpace,
} from './page/storage-protection.ts';
export { store } from './page/store.ts';
export { uploads } from './page/uploads.ts';
export { type Capabilities, can } from './provider/server.ts';
export { recordingLock } from './recordings/left-recordings.ts';
export {
  beginRecording,
  type Capture,
  type CaptureListener,
  type RecordingSession,
  type RecordingState,
  spareRoom,
} from './recordings/recording-session.ts';
export {
  type MutationState,
  mutationStates,
  needsPerson,
  type OutboxRow,
  sentField,
} from './store/outbox-row.ts';
export type { RecordingRow } from './store/recording-row.ts';
export { StorageFullError } from './store/store.ts';
export { chunkLength, isOnItsWay, type UploadRow, type UploadState } from './store/upload-row.ts';
export { type Clock, systemClock } from './time/clock.ts';
export { faults, waitsForOther } from './uploads/faults.ts';
export { createPageHasher } from './uploads/page-hasher.ts';
export { recordingFile } from './uploads/recording-file.ts';
export { UploadError } from './uploads/upload-error.ts';
export type { UploadView } from './uploads/upload-view.ts';
export { progressByProtocol } from './uploads/upload-view.ts';
export { answerWorker } from './worker/worker-questions.ts';
