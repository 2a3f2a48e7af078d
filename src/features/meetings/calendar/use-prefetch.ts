import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { meetingListQuery } from '#src/data/meeting/index.ts';
import { askedDays, readDayValue, toDayValue } from '#src/format/index.ts';
import type { MeetingView } from '../base/meetings-address.ts';
import { shownRange, stepDate } from './shown-range.ts';

/** Reads what lies before and after once what is shown is there: it opens at once then, and offline. */
export function usePrefetch(view: MeetingView, date: Date, isShown: boolean): void {
  const client = useQueryClient();
  const day = toDayValue(date);
  useEffect(() => {
    const from = isShown ? readDayValue(day) : undefined;
    if (!from) return;
    for (const step of [1, -1] as const) {
      void client.prefetchQuery(meetingListQuery(...askedDays(shownRange(view, stepDate(view, from, step)))));
    }
  }, [client, view, day, isShown]);
}
