import { queryOptions, useQuery } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { participants } from '#contract/roles.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { api, useOptimisticEntity, useOptimisticPage, useSession } from '#src/sync/index.ts';
import { noticeCollection, noticeCountCollection, noticeSettingsCollection, own } from './collection.ts';

export const noticesOnPage = 20;

/** Whether this person can get notices here; undefined while the server's offers are unknown. */
export function useHasNotices(): boolean | undefined {
  const { role } = useSession();
  const { notices } = useOffers();
  return participants.some((each) => each === role) ? notices : false;
}

/** Number of unread notices, GET /me/notices/count, with queued mutations applied. */
export function useUnreadNotices(): number | undefined {
  const enabled = useHasNotices() ?? false;
  const count = queryOptions({
    queryKey: ['notices', 'count'],
    queryFn: ({ signal }) => api(calls.countNotices, { signal }),
    enabled,
  });
  return useOptimisticEntity(noticeCountCollection, count, own).data?.unread;
}

/** A page of notices, newest first, GET /me/notices. */
export function useNotices(page: number) {
  const query = { limit: noticesOnPage, page };
  const list = queryOptions({
    queryKey: ['notices', query],
    queryFn: ({ signal }) => api(calls.listNotices, { query, signal }),
  });
  return useOptimisticPage(noticeCollection, list, { page });
}

/** Notification settings, GET /me/notice-settings, with queued mutations applied. */
export function useNoticeSettings() {
  const settings = queryOptions({
    queryKey: ['notice-settings'],
    queryFn: ({ signal }) => api(calls.getNoticeSettings, { signal }),
  });
  return useOptimisticEntity(noticeSettingsCollection, settings, own);
}

/** The person's push devices, GET /me/push-devices. */
export const pushDevicesQuery = queryOptions({
  queryKey: ['push-devices'],
  queryFn: ({ signal }) => api(calls.listPushDevices, { signal }),
});

export function usePushDevices() {
  return useQuery(pushDevicesQuery);
}
