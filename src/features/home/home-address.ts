import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useMeetings } from '#src/data/meeting/index.ts';
import { monthOf, paddedDays, readDayValue } from '#src/format/index.ts';
import { useToday } from '#src/ui/index.ts';

export type StatisticsRange = 'week' | 'month';

/**
 * State of the screen in the address: `?date=` of the calendar, `?range=` of the meetings by day, `?tasks=` of the
 * tasks.
 */
export function useHomeAddress() {
  const [address, setAddress] = useSearchParams();
  const today = useToday();
  const dayOf = (name: string) => (readDayValue(address.get(name)) ? (address.get(name) ?? today) : today);
  const set = (name: string, value: string, usual: string, options = {}) => {
    setAddress((old) => {
      const next = new URLSearchParams(old);
      if (value === usual) next.delete(name);
      else next.set(name, value);
      return next;
    }, options);
  };
  const range: StatisticsRange = address.get('range') === 'month' ? 'month' : 'week';
  return {
    today,
    date: dayOf('date'),
    tasksDate: dayOf('tasks'),
    range,
    setDate: (day: string) => set('date', day, today),
    // The date is typed digit by digit; each digit would otherwise add a history entry.
    setTasksDate: (day: string) => set('tasks', day, today, { replace: true }),
    setRange: (next: StatisticsRange) => set('range', next, 'week'),
  };
}

/** Reads the meetings of the month of the chosen day. */
export function useChosenMonth() {
  const { date } = useHomeAddress();
  return useMeetings(...paddedDays(monthOf(readDayValue(date) ?? new Date())));
}

/** Whether the height of the day's meetings is known, or they will not come soon; once true, it stays true. */
export function useIsDaySettled(): boolean {
  const { query } = useChosenMonth();
  const [isSettled, setSettled] = useState(false);
  const isNow = !query.isPending || query.failureCount > 0 || query.fetchStatus === 'paused';
  if (isNow && !isSettled) setSettled(true);
  return isSettled || isNow;
}
