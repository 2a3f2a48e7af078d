import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useContext } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  type CalendarProps,
  CalendarStateContext,
  type DateValue,
} from 'react-aria-components/Calendar';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Text } from 'react-aria-components/Text';
import { formatDayInWeek, formatMonth } from '#src/format/index.ts';
import { Icon } from '../base/icon.tsx';
import styles from './month-calendar.module.css';

/** Content of a day: its number, and the words for its accessible name. */
export interface DayMark {
  count: number;
  words: string;
}

interface MonthCalendarProps
  extends Pick<CalendarProps<DateValue>, 'value' | 'onChange' | 'focusedValue' | 'onFocusChange' | 'aria-label'> {
  /** Returns the mark of a day, YYYY-MM-DD. */
  markOf?: (day: string) => DayMark | undefined;
}

/**
 * A month in Russian, Monday first: arrows move by days, Page Up and Page Down by months. Inside a DatePicker it is
 * that picker's calendar.
 */
export function MonthCalendar({ markOf, ...rest }: MonthCalendarProps) {
  return (
    <I18nProvider locale="ru-RU">
      <Calendar {...rest} firstDayOfWeek="mon" className={styles.calendar ?? ''}>
        <div className={styles.head}>
          <MonthName />
          <Button slot="previous" aria-label="Предыдущий месяц" className={styles.step ?? ''}>
            <Icon of={ChevronLeft} />
          </Button>
          <Button slot="next" aria-label="Следующий месяц" className={styles.step ?? ''}>
            <Icon of={ChevronRight} />
          </Button>
        </div>
        <CalendarGrid weekdayStyle="short" className={styles.grid ?? ''}>
          <CalendarGridHeader>
            {(name) => <CalendarHeaderCell className={styles.weekday ?? ''}>{name}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>{(date) => <Day date={date} mark={markOf?.(date.toString())} />}</CalendarGridBody>
        </CalendarGrid>
        {/* The calendar looks for this slot after mounting; without it, all days render a second time. */}
        <Text slot="errorMessage" hidden />
      </Calendar>
    </I18nProvider>
  );
}

function MonthName() {
  const state = useContext(CalendarStateContext);
  const month = state?.visibleRange.start;
  return (
    <span className={styles.month} aria-hidden>
      {month ? formatMonth(new Date(month.year, month.month - 1, 1)) : ''}
    </span>
  );
}

const maxDots = [1, 2, 3];

function Day({ date, mark }: { date: CalendarCellDate; mark: DayMark | undefined }) {
  const words = mark ? `${formatDayInWeek(new Date(date.year, date.month - 1, date.day))}, ${mark.words}` : undefined;
  return (
    <CalendarCell
      date={date}
      className={styles.day ?? ''}
      // The library's label lacks the mark.
      render={(props) => <div {...props} {...(words ? { 'aria-label': words } : {})} />}
    >
      {({ formattedDate }) => (
        <>
          {formattedDate}
          {mark ? (
            <span className={styles.dots} aria-hidden>
              {maxDots.map((dot) => (dot <= mark.count ? <i key={dot} /> : null))}
            </span>
          ) : null}
        </>
      )}
    </CalendarCell>
  );
}

type CalendarCellDate = Parameters<typeof CalendarCell>[0]['date'];
