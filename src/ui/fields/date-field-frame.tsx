import { toCalendarDate } from '@internationalized/date';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { DateInput, DateSegment } from 'react-aria-components/DateField';
import { DatePicker, type DateValue } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { FieldError } from 'react-aria-components/FieldError';
import { Group } from 'react-aria-components/Group';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Label } from 'react-aria-components/Label';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { classNames } from '../base/class-names.ts';
import field from '../base/field.module.css';
import floating from '../base/floating.module.css';
import { Icon } from '../base/icon.tsx';
import styles from './date-field.module.css';
import { firstDay, lastDay } from './date-value.ts';
import { MonthCalendar } from './month-calendar.tsx';

export interface DateFieldText {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  isRequired?: boolean;
  /** The field's name in its form, by which a jump finds it. */
  name?: string;
  isDisabled?: boolean;
  onBlur?: () => void;
  /** For a form that moves the focus to the field. */
  fieldRef?: Ref<{ focus: () => void }>;
}

interface DateFieldFrameProps<T extends DateValue> extends DateFieldText {
  value: T | null;
  /** Whether the field was left partly filled in. */
  unfinished: boolean;
  /** Error message for that case. */
  unfinishedWords: string;
  granularity: 'day' | 'minute';
  /** Value from which the arrows start; it also determines the type of the values. */
  placeholder: T;
  min?: DateValue | undefined;
  max?: DateValue | undefined;
  /** Content below the calendar. */
  foot?: ReactNode;
  onChange: (value: T | null | 'unfinished') => void;
}

/** A date typed in segments, dd.mm.yyyy, with a calendar: the common part of DateField and DateTimeField. */
export function DateFieldFrame<T extends DateValue>(props: DateFieldFrameProps<T>) {
  const { label, error, hint, value, unfinished, unfinishedWords, onChange } = props;
  const group = useRef<HTMLDivElement>(null);
  // Value of the picker while some segments are empty: a new value would erase what is typed.
  const [ground, setGround] = useState<T | null>(null);
  const { min = firstDay, max = lastDay } = props;
  const message = unfinished ? unfinishedWords : (error ?? outOfRange(value, min, max));
  useImperativeHandle(props.fieldRef, () => ({ focus: () => spinButtons(group.current)[0]?.focus() }), []);

  const leave = () => {
    const parts = spinButtons(group.current);
    const empty = parts.filter((part) => part.hasAttribute('data-placeholder')).length;
    if (empty > 0 && empty < parts.length) {
      if (!unfinished) setGround(value);
      onChange('unfinished');
    } else if (unfinished) {
      // All segments are filled again with that value, which the library does not report as a change, or all are empty.
      onChange(empty === 0 ? ground : null);
    }
    props.onBlur?.();
  };

  return (
    <I18nProvider locale="ru-RU">
      <DatePicker<T>
        className={field.field ?? ''}
        value={unfinished ? ground : value}
        // The library returns the type of value that it was given.
        onChange={(next) => onChange(next as T | null)}
        placeholderValue={props.placeholder}
        granularity={props.granularity}
        hourCycle={24}
        hideTimeZone
        shouldForceLeadingZeros
        firstDayOfWeek="mon"
        minValue={min}
        maxValue={max}
        isInvalid={message ? true : undefined}
        isRequired={props.isRequired ?? false}
        isDisabled={props.isDisabled ?? false}
        validationBehavior="aria"
        onBlur={leave}
      >
        <Label className={field.label ?? ''}>{label}</Label>
        <Group ref={group} data-field={props.name} className={classNames(field.control, styles.group)}>
          <DateInput className={styles.input ?? ''}>
            {(segment) => <DateSegment segment={segment} className={styles.part ?? ''} />}
          </DateInput>
          <Button className={styles.open ?? ''}>
            <Icon of={CalendarDays} size={18} />
          </Button>
        </Group>
        {hint ? (
          <Text slot="description" elementType="p" className={field.hint ?? ''}>
            {hint}
          </Text>
        ) : null}
        <FieldError elementType="p" className={field.error ?? ''}>
          {message}
        </FieldError>
        <Popover className={classNames(floating.popover, styles.popover)}>
          <Dialog className={styles.dialog ?? ''}>
            <MonthCalendar />
            {props.foot}
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  );
}

// Words of the app: those of the library follow the browser's language.
function outOfRange(value: DateValue | null, min: DateValue, max: DateValue): string | undefined {
  if (value && value.compare(min) < 0) return `Не раньше ${numeric(min)}`;
  if (value && toCalendarDate(value).compare(toCalendarDate(max)) > 0) return `Не позже ${numeric(max)}`;
  return undefined;
}

function numeric({ day, month, year }: DateValue): string {
  return `${String(day).padStart(2, '0')}.${String(month).padStart(2, '0')}.${year}`;
}

function spinButtons(group: HTMLElement | null): HTMLElement[] {
  return [...(group?.querySelectorAll<HTMLElement>('[role="spinbutton"]') ?? [])];
}
