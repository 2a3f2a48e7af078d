import type { ComponentProps } from 'react';
import { daysAfter, monthsAfter } from '#contract/plain-day.ts';
import { mostCount, type RepeatRule } from '#contract/series/repeat-rule.ts';
import { DateField, SelectField } from '#src/ui/index.ts';
import { NumberField } from './number-field.tsx';

interface RepeatEndProps {
  rule: RepeatRule;
  /** The day of the first meeting. */
  day: string;
  onChange: (rule: RepeatRule) => void;
  /** Props of the count's field, as it is typed. */
  count: Pick<ComponentProps<typeof NumberField>, 'typed' | 'attempts' | 'onChange' | 'onInvalid'>;
}

const usualCount = 10;

/** End of the repetition: on a date, after a number of times, or never. */
export function RepeatEnd({ rule, day, onChange, count: typing }: RepeatEndProps) {
  const { until, count, ...rest } = rule;
  const kind = until ? 'until' : count ? 'count' : 'none';
  const year = daysAfter(monthsAfter(day, 12), -1);
  return (
    <>
      <SelectField
        label="Окончание повторения"
        value={kind}
        hint={kind === 'none' ? 'Встречи создаются на год вперёд и добавляются сами.' : undefined}
        onChange={({ currentTarget: { value } }) => {
          if (value === 'until') onChange({ ...rest, until: year });
          else onChange(value === 'count' ? { ...rest, count: usualCount } : rest);
        }}
      >
        <option value="until">До даты</option>
        <option value="count">После числа встреч</option>
        <option value="none">Без окончания</option>
      </SelectField>
      {until ? (
        <DateField
          label="Повторять до"
          value={until}
          min={day}
          onChange={(value) => value && /^\d{4}-/.test(value) && onChange({ ...rest, until: value })}
        />
      ) : null}
      {count ? <NumberField label="Число встреч" value={count} most={mostCount} {...typing} /> : null}
    </>
  );
}
