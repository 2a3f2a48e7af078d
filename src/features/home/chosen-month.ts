import { useState } from 'react';
import { useMeetings } from '#src/data/meeting/index.ts';
import { askedDays, monthOf, readDayValue } from '#src/format/index.ts';
import { useHomeAddress } from './home-address.ts';

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
