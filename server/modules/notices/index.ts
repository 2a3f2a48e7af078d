// Notices to people: the list, mails, pushes to devices, and everybody's settings for them.

export type { NoticeDraft } from './notice-draft.ts';
export { createNotices, type Notices } from './notices.ts';
export { sweepDevices } from './push/device-repository.ts';
export { type PushNetwork, publicNetwork } from './push/push-network.ts';
export { insertSelected, isSubscribed } from './recipients.ts';
export {
  dropUnread,
  endOfTask,
  lastOfTask,
  listOthersNotified,
  noteSeen,
  releaseKey,
  sweepNotices,
  withdrawUnsent,
} from './repository.ts';
export { registerNotices } from './routes.ts';
