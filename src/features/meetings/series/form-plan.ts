import type { SeriesPlan } from '#contract/meetings/series/expand-series.ts';
import { deviceZone } from '#src/format/index.ts';
import type { MeetingForm } from '../base/meeting-form-values.ts';
import { clockIn, ruleOf } from './repeat-value.ts';

type Times = Pick<MeetingForm, 'start_at' | 'end_at'>;

/** Returns the plan of a new series: its rule, counted from the day in the form, in the time zone of this device. */
export function planOfForm({ repeat, ...times }: Times & Pick<MeetingForm, 'repeat'>): SeriesPlan {
  const zone = deviceZone();
  const { day: first, time, minutes } = clockOf(zone, times);
  if (!repeat) throw new Error('A series without a rule');
  return { rule: ruleOf(repeat), first, zone, holidays: repeat.holidays, time, minutes };
}

/** Returns the day, the time and the minutes of a meeting in a time zone. */
export function clockOf(zone: string, { start_at, end_at }: Times) {
  const minutes = Math.round((Date.parse(end_at ?? '') - Date.parse(start_at ?? '')) / 60_000);
  return { ...clockIn(zone, start_at ?? ''), minutes };
}
