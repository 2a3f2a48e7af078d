import { CalendarDate } from '@internationalized/date';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { type ReactNode, useState } from 'react';
import { meetingDays, useMeetings } from '#src/data/meeting/index.ts';
import { counted, formatWeekday, monthOf, paddedDays, readDayValue, toDayValue } from '#src/format/index.ts';
import { Button, type DayMark, MonthCalendar, useMediaQuery } from '#src/ui/index.ts';
import { DayMeetings } from './day-meetings.tsx';
import styles from './day-plan.module.css';
import { useChosenMonth, useHomeAddress } from './home-address.ts';

/**
 * Meetings of the chosen day, at first today, with the children below them, and a month calendar to choose another day.
 */
export function DayPlan({ children }: { children?: ReactNode }) {
  const { date, today, setDate } = useHomeAddress();
  const chosen = readDayValue(date) ?? new Date();
  // The displayed month may differ from the month of the chosen day.
  const [looked, setLooked] = useState({ day: date, chosen: date });
  const focused = looked.chosen === date ? looked.day : date;
  const month = useMeetings(...paddedDays(monthOf(readDayValue(focused) ?? chosen)));
  const plan = useChosenMonth();
  const counts = countDays((month.query.data ?? month.unread ?? []).flatMap(meetingDays));

  const markOf = (day: string): DayMark | undefined => {
    const count = counts.get(day);
    return count ? { count, words: counted(count, 'встреча', 'встречи', 'встреч') } : undefined;
  };
  const choose = (day: string) => {
    setLooked({ day, chosen: day });
    setDate(day);
  };

  const isPhone = useMediaQuery('phone');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.plan}>
      <section className={styles.day} aria-labelledby="day-plan">
        <div className={styles.top}>
          <h2 id="day-plan" aria-live="polite">
            {date === today ? 'Сегодня' : formatWeekday(chosen)}
          </h2>
          {isPhone ? (
            <Button
              size="small"
              variant="quiet"
              icon={CalendarDays}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              Другой день
            </Button>
          ) : null}
        </div>
        <DayMeetings {...plan} day={toDayValue(chosen)} isToday={date === today} />
        {children}
      </section>
      {isPhone && !isOpen ? null : (
        <div className={styles.calendar}>
          <MonthCalendar
            aria-label="Календарь встреч"
            markOf={markOf}
            value={calendarDate(date)}
            onChange={(day) => choose(day.toString())}
            focusedValue={calendarDate(focused)}
            onFocusChange={(day) => setLooked({ day: day.toString(), chosen: date })}
          />
          {date !== today || focused.slice(0, 7) !== today.slice(0, 7) ? (
            <Button variant="quiet" size="small" onClick={() => choose(today)}>
              Сегодня
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}

function countDays(days: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
}

function calendarDate(day: string): CalendarDate {
  const date = readDayValue(day) ?? new Date();
  return new CalendarDate(date.getFullYear(), date.getMonth() + 1, date.getDate());
}
