import { queryOptions, useQuery } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { participants } from '#contract/roles.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { api, useOptimisticEntity, useOptimisticPage, useSession } from '#src/sync/index.ts';
import { noticeCollection, noticeCountCollection, noticeSettingsCollection, own } from './collection.ts';

export const noticesOnPage = 20;

/** Whether this person is told anything here; undefined while it is not known what the server offers. */
export function useHasNotices(): boolean | undefined {
  const { role } = useSession();
  const { notices } = useOffers();
  return participants.some((each) => each === role) ? notices : false;
}

/** How many are unread, GET /me/notices/count, with what was read since. */
export function useUnreadNotices(): number | undefined {
  const enabled = useHasNotices() ?? false;
  const count = queryOptions({
    queryKey: ['notices', 'count'],
    queryFn: ({ signal }) => api(calls.countNotices, { signal }),
    enabled,
  });
  return useOptimisticEntity(noticeCountCollection, count, own).data?.unread;
}

/** A page of them, the newest first, GET /me/notices. */
export function useNotices(page: number) {
  const query = { limit: noticesOnPage, page };
  const list = queryOptions({
    queryKey: ['notices', query],
    queryFn: ({ signal }) => api(calls.listNotices, { query, signal }),
  });
  return useOptimisticPage(noticeCollection, list, { page });
}

/** What one is told of and how, GET /me/notice-settings, with what is unsent of it. */
export function useNoticeSettings() {
  const settings = queryOptions({
    queryKey: ['notice-settings'],
    queryFn: ({ signal }) => api(calls.getNoticeSettings, { signal }),
  });
  return useOptimisticEntity(noticeSettingsCollection, settings, own);
}

/** The devices that notices are pushed to, GET /me/push-devices. */
export const pushDevicesQuery = queryOptions({
  queryKey: ['push-devices'],
  queryFn: ({ signal }) => api(calls.listPushDevices, { signal }),
});

export function usePushDevices() {
  return useQuery(pushDevicesQuery);
}
