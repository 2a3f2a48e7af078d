import type { ComponentProps } from 'react';
import {
  maxInterval,
  type RepeatDays,
  type RepeatRule,
  ruleText,
  usualRules,
} from '#contract/meetings/series/repeat-rule.ts';
import { repeatWords } from '#contract/meetings/series/rule-words.ts';
import { capitalized } from '#contract/text/capitalized.ts';
import { weekdayOf } from '#contract/text/plain-day.ts';
import { SelectField, Tick } from '#src/ui/index.ts';
import styles from '../base/meeting-dialog.module.css';
import { NumberField } from './number-field.tsx';
import own from './repeat.module.css';

interface CustomRuleProps {
  rule: RepeatRule;
  /** The day of the first meeting. */
  day: string;
  onChange: (rule: RepeatRule) => void;
  /** Props of the interval's field, as it is typed. */
  interval: Pick<ComponentProps<typeof NumberField>, 'typed' | 'attempts' | 'onChange' | 'onInvalid'>;
}

const units: Record<RepeatDays['every'], string> = { day: 'дням', week: 'неделям', month: 'месяцам', year: 'годам' };
const intervals: Record<RepeatDays['every'], string> = {
  day: 'Раз в сколько дней',
  week: 'Раз в сколько недель',
  month: 'Раз в сколько месяцев',
  year: 'Раз в сколько лет',
};
const weekdays = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'];
const weekdayNames = ['Понедельник', 'Вторник', 'Среда', 'Четверг', 'Пятница', 'Суббота', 'Воскресенье'];

/** Editor of a rule: how often, and on which days. */
export function CustomRule({ rule, day, onChange, interval: typing }: CustomRuleProps) {
  const { interval, until, count } = rule;
  const change = (days: RepeatDays) => onChange({ ...days, interval, ...(until ? { until } : count ? { count } : {}) });
  return (
    <>
      <div className={styles.row}>
        <SelectField
          label="Повторять по"
          value={rule.every}
          onChange={({ currentTarget }) => change(daysOf(currentTarget.value as RepeatDays['every'], day))}
        >
          {Object.entries(units).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        <NumberField label={intervals[rule.every]} value={interval} most={maxInterval} {...typing} />
      </div>
      {rule.every === 'week' ? (
        <fieldset className={own.weekdays}>
          <legend>Дни недели</legend>
          {weekdays.map((name, index) => (
            <Tick
              key={name}
              aria-label={weekdayNames[index]}
              checked={rule.weekdays.includes(index + 1)}
              onChange={() => change({ every: 'week', weekdays: toggled(rule.weekdays, index + 1) })}
            >
              {name}
            </Tick>
          ))}
        </fieldset>
      ) : null}
      {rule.every === 'month' ? (
        <SelectField
          label="День месяца"
          value={ruleText({ ...rule, interval: 1, until: undefined, count: undefined })}
          onChange={({ currentTarget }) => {
            const chosen = monthDays(day, rule).find((each) => ruleText(each) === currentTarget.value);
            if (chosen) change(chosen);
          }}
        >
          {monthDays(day, rule).map((each) => (
            <option key={ruleText(each)} value={ruleText(each)}>
              {capitalized(repeatWords(each))}
            </option>
          ))}
        </SelectField>
      ) : null}
    </>
  );
}

/** Toggles a weekday; at least one stays selected. */
function toggled(days: readonly number[], day: number): number[] {
  const rest = days.filter((each) => each !== day);
  return rest.length < days.length && rest.length > 0 ? rest : [...new Set([...days, day])].sort();
}

/** Returns the usual rule of a unit for the day of the meeting. */
function daysOf(every: RepeatDays['every'], day: string): RepeatDays {
  return usualRules(day).find((rule) => rule.every === every) ?? { every: 'day' };
}

/** Returns the monthly rules that fit the day, and the current rule. */
function monthDays(day: string, rule: RepeatRule): RepeatRule[] {
  const plain = { every: 'month', interval: 1 } as const;
  const ruleOptions: RepeatRule[] = [
    ...usualRules(day).filter(({ every }) => every === 'month'),
    { ...plain, week: -1, weekday: weekdayOf(day) },
    { ...plain, day: 31 },
    { ...rule, interval: 1, until: undefined, count: undefined },
  ];
  return [...new Map(ruleOptions.map((rule) => [ruleText(rule), rule])).values()];
}
