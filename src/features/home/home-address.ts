import { useSearchParams } from 'react-router-dom';
import { readDayValue, toDayValue } from '#src/format/index.ts';

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
