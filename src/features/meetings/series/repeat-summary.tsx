import { useDeferredValue, useMemo } from 'react';
import type { HolidayChoice } from '#contract/meetings/meeting-series.ts';
import { expandNewSeries, expandSeries, longestYears, maxMeetings } from '#contract/meetings/series/expand-series.ts';
import { isPreliminary } from '#contract/meetings/series/production-calendar.ts';
import { type RepeatRule, ruleText } from '#contract/meetings/series/repeat-rule.ts';
import { ruleWords } from '#contract/meetings/series/rule-words.ts';
import { capitalized } from '#contract/text/capitalized.ts';
import { plural } from '#contract/text/plurals.ts';
import { counted, deviceZone, formatDay, readDayValue } from '#src/format/index.ts';
import { DetailsSummary } from '#src/ui/index.ts';
import own from './repeat.module.css';
import { clockIn } from './repeat-value.ts';

interface RepeatSummaryProps {
  rule: RepeatRule;
  first: string;
  holidays: HolidayChoice;
  /** Whether the series is to be created: one that begins in the past is then followed from today. */
  isNew: boolean;
}

/** Summary of a rule: in words, the number of meetings, and which of them fall on days off. */
export function RepeatSummary(props: RepeatSummaryProps) {
  const { rule, first, holidays, isNew } = useDeferredValue(props);
  const text = ruleText(rule);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a rule is its text
  const { days, affected, isTooLong, isCut } = useMemo(() => {
    const plan = { rule, first, holidays };
    return isNew ? expandNewSeries(plan, clockIn(deviceZone(), new Date().toISOString()).day) : expandSeries(plan);
  }, [text, first, holidays, isNew]);
  const last = days.at(-1)?.day;
  const preliminary = affected.find(({ occurrence }) => isPreliminary(occurrence))?.occurrence.slice(0, 4);
  return (
    <div className={own.summary}>
      <p role="status">
        {capitalized(ruleWords(rule))}: {countWords(days.length, isTooLong)}
        {last && !isTooLong ? `, последняя ${formatDay(last)}` : ''}
        {isCut ? `; серия не длиннее ${longestYears} лет` : ''}
      </p>
      {affected.length > 0 && !isTooLong ? (
        <details>
          <DetailsSummary>{affectedWords(affected.length)}</DetailsSummary>
          <ul className={own.days}>
            {affected.map(({ occurrence, day }) => (
              <li key={occurrence}>{movedWords(occurrence, day)}</li>
            ))}
          </ul>
          {preliminary ? <p>Предварительно: переносы выходных {preliminary} года ещё не утверждены.</p> : null}
        </details>
      ) : null}
    </div>
  );
}

function countWords(count: number, isTooLong: boolean): string {
  if (isTooLong) return `больше ${maxMeetings} встреч, выберите окончание раньше`;
  return count === 0 ? 'не получается ни одной встречи' : counted(count, 'встреча', 'встречи', 'встреч');
}

function affectedWords(count: number): string {
  return `${count} ${plural(count, 'приходится', 'приходятся', 'приходятся')} на нерабочие дни`;
}

function movedWords(occurrence: string, day: string | undefined): string {
  if (day === occurrence) return dayWords(occurrence);
  return `${dayWords(occurrence)}: ${day ? `на ${dayWords(day)}` : 'не будет'}`;
}

/** Formats a day without its year: the days are listed in order. */
function dayWords(day: string): string {
  return formatDay(day, readDayValue(day));
}
