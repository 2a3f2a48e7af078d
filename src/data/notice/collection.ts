import type { Notice, NoticeCount, NoticeSettings } from '#contract/notices/notice.ts';
import { entities } from '#src/data/entities.ts';
import { defineCollection } from '#src/sync/index.ts';

/** Address of the notification settings. */
export const noticeSettingsAddress = '/main/settings?tab=notices';

/** The person's notices, in pages. */
export const noticeCollection = defineCollection<Notice>({
  entity: entities.notice,
  idOf: ({ id }) => id,
  holding: ([name, part]) => (name === 'notices' && typeof part === 'object' ? {} : undefined),
});

/** Id of entities of which each person has exactly one. */
export const own = 'own';

export const noticeCountCollection = defineCollection<NoticeCount>({
  entity: entities.noticeCount,
  idOf: () => own,
  holding: ([name, part]) => (name === 'notices' && part === 'count' ? {} : undefined),
});

export const noticeSettingsCollection = defineCollection<NoticeSettings>({
  entity: entities.noticeSettings,
  idOf: () => own,
  holding: ([name]) => (name === 'notice-settings' ? {} : undefined),
  address: () => noticeSettingsAddress,
});
