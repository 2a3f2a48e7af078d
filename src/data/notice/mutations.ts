import { calls } from '#contract/calls.ts';
import type { NoticeSettings, NoticeSettingsUpdate } from '#contract/notices/notice.ts';
import { entities } from '#src/data/entities.ts';
import { defineMutation } from '#src/sync/index.ts';
import { own } from './collection.ts';

interface Reading {
  ids: readonly string[];
  /** Also all notices up to this moment. ISO 8601. */
  until?: string | undefined;
  /** Number of unread notices among them. */
  count: number;
  /** Time of reading. */
  at: string;
}

/** Maximum number of ids in one call. */
const maxIds = 100;

/** PUT /me/notices/read. */
export const readNotices = defineMutation({
  name: 'notice.read',
  call: calls.readNotices,
  prepare: ({ ids, until }: Reading) => ({
    scope: 'notices',
    subject: 'notices',
    title: 'Прочитанные уведомления',
    body: { ids: [...ids], ...(until ? { until } : {}) },
    needs: 'notices',
  }),
  changes: ({ ids, until, count, at }, reply) => [
    entities.notice.update(
      ({ id, created_at, read_at }) => !read_at && (ids.includes(id) || (until !== undefined && created_at <= until)),
      (notice) => ({ ...notice, read_at: at }),
      { isUnmarked: true },
    ),
    entities.noticeCount.update(own, (known) => reply ?? { ...known, unread: Math.max(0, known.unread - count) }, {
      isUnmarked: true,
    }),
  ],
  invalidates: () => [['notices']],
  join(earlier, later) {
    const ids = [...new Set([...earlier.ids, ...later.ids])];
    if (ids.length > maxIds) return undefined;
    const until = [earlier.until ?? '', later.until ?? ''].sort().at(-1) || undefined;
    return { ids, until, count: earlier.count + later.count, at: later.at };
  },
});

/** PUT /me/notice-settings: only the named settings change. */
export const updateNoticeSettings = defineMutation({
  name: 'noticeSettings.update',
  call: calls.updateNoticeSettings,
  prepare: (change: NoticeSettingsUpdate) => ({
    scope: 'noticeSettings',
    subject: own,
    title: 'Настройки уведомлений',
    body: { ...change },
    needs: 'notices',
  }),
  changes: (change, reply) => [
    entities.noticeSettings.update(own, (known) => ({ ...changed(known, change), ...reply })),
  ],
  join(earlier, later) {
    const switches = [...(earlier.switches ?? []), ...(later.switches ?? [])];
    const last = new Map(switches.map((each) => [`${each.kind} ${each.channel}`, each]));
    return { ...earlier, ...later, ...(last.size > 0 && { switches: [...last.values()] }) };
  },
});

function changed(known: NoticeSettings, { switches = [], ...rest }: NoticeSettingsUpdate): NoticeSettings {
  let settings = { ...known, ...rest };
  for (const { kind, channel, is_on } of switches) {
    const others = settings[channel].filter((each) => each !== kind);
    settings = { ...settings, [channel]: is_on ? [...others, kind] : others };
  }
  return settings;
}

export const noticeMutations = [readNotices, updateNoticeSettings] as const;
