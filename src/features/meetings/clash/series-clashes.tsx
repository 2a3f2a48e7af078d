import type { MeetingSeries } from '#contract/meetings/meeting-series.ts';
import { planOf } from '#contract/meetings/series/change-plan.ts';
import { expandSeries, type SeriesPlan, timesOn, yearAfter } from '#contract/meetings/series/expand-series.ts';
import { daysAfter } from '#contract/text/plain-day.ts';
import { counted } from '#src/format/index.ts';
import type { MeetingForm } from '../base/meeting-form-values.ts';
import { planOfForm } from '../series/form-plan.ts';

interface SeriesClashesProps {
  /** The planned series. */
  planned: Pick<MeetingForm, 'start_at' | 'end_at' | 'repeat'>;
  /** The series of the meeting that clashes with its first one. */
  series: MeetingSeries;
}

/** «, и ещё 11 встреч серии»: the later meetings of a series that clash with a planned one. Loaded on demand. */
export function SeriesClashes({ planned, series }: SeriesClashesProps) {
  const other = planOf(series);
  const more = other ? clashingLater(planOfForm(planned), other) : 0;
  return more > 0 ? <>, и ещё {counted(more, 'встреча', 'встречи', 'встреч')} серии</> : null;
}

/**
 * Returns how many meetings of another series overlap those of a plan after its first day, within a year, by their rules
 * alone: the meetings of a year may not be on this device.
 */
export function clashingLater(plan: SeriesPlan, other: SeriesPlan): number {
  const upTo = yearAfter(plan.first);
  const spans = (each: SeriesPlan) =>
    expandSeries(each, { since: daysAfter(plan.first, -1), upTo }).days.map(({ day }) => {
      const { start_at, end_at } = timesOn(each, day);
      return { day, start: Date.parse(start_at), end: Date.parse(end_at) };
    });
  const later = spans(plan).filter(({ day }) => day > plan.first);
  return spans(other).filter(({ start, end }) => later.some((own) => start < own.end && end > own.start)).length;
}
