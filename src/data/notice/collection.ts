import type { Notice, NoticeCount, NoticeSettings } from '#contract/notice.ts';
import { entities } from '#src/data/entities.ts';
import { defineCollection } from '#src/sync/index.ts';

/** Where a person chooses what they are told of. */
export const noticeSettingsAddress = '/main/settings?tab=notices';

/** One's notices, by pages. */
export const noticeCollection = defineCollection<Notice>({
  entity: entities.notice,
  idOf: ({ id }) => id,
  holding: ([name, part]) => (name === 'notices' && typeof part === 'object' ? {} : undefined),
});

/** The id of what each person has but one of. */
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
