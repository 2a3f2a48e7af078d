// Notifications of the person: list, unread count, settings, and push devices.

export {
  noticeCollection,
  noticeCountCollection,
  noticeSettingsAddress,
  noticeSettingsCollection,
} from './collection.ts';
export { forgetPush } from './forget-push.ts';
export { noticeMutations, readNotices, updateNoticeSettings } from './mutations.ts';
export { isPushSubscribed, type PushAbility, pushAbility, turnPushOff, turnPushOn } from './push-device.ts';
export {
  noticesOnPage,
  pushDevicesQuery,
  useHasNotices,
  useNoticeSettings,
  useNotices,
  usePushDevices,
  useUnreadNotices,
} from './queries.ts';
export { renewPush } from './renew-push.ts';
