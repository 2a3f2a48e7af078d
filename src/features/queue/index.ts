// User interface of the send queue: the list, the mark of unsent data, the undo bar.

export { followBadge } from './app-icon-badge.ts';
export { ConnectionBanner } from './connection-banner.tsx';
export { followRefusals } from './follow-refusals.ts';
export { countQueue, isUnsent, queueWords, totalOf } from './queue-count.ts';
export { closeQueue, openQueue, useQueuePanel } from './queue-panel.ts';
export type { QueueState } from './queue-status.ts';
export { SendQueue } from './send-queue.tsx';
export { readShares, type StorageShares } from './storage-shares.ts';
export { UndoBar, undoNewest, undoOffered, undoOffers } from './undo-bar.tsx';
export { UnsentMark } from './unsent-mark.tsx';
export { UploadItem } from './upload-item.tsx';
export { isQueueRead, useQueueCount, useQueueReading, useQueueStatus, whenQueueRead } from './use-queue.ts';
