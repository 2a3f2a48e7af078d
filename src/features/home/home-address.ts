import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useMeetings } from '#src/data/meeting/index.ts';
import { askedDays, monthOf, readDayValue, toDayValue } from '#src/format/index.ts';

export type StatisticsRange = 'week' | 'month';

/** What of this screen is in the address: `?date=` of the calendar, `?range=` of the meetings by day, `?tasks=` of the tasks. */
export function useHomeAddress() {
  const [address, setAddress] = useSearchParams();
  const today = toDayValue(new Date());
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
    // Typed digit by digit: each would be a step of «back».
    setTasksDate: (day: string) => set('tasks', day, today, { replace: true }),
    setRange: (next: StatisticsRange) => set('range', next, 'week'),
  };
}

/** Under figures of the server that the next sending changes. */
export const uncountedWords = 'Посчитано без изменений, которые ещё не отправлены.';

/** The meetings of the month of the chosen day. */
export function useChosenMonth() {
  const { date } = useHomeAddress();
  return useMeetings(...askedDays(monthOf(readDayValue(date) ?? new Date())));
}

/** Whether it is known how high the day's meetings are, or that they do not come soon; from then on it stays so. */
export function useIsDaySettled(): boolean {
  const { query } = useChosenMonth();
  const [isSettled, setSettled] = useState(false);
  const isNow = !query.isPending || query.failureCount > 0 || query.fetchStatus === 'paused';
  if (isNow && !isSettled) setSettled(true);
  return isSettled || isNow;
}
