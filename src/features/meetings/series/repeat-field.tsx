import { type ComponentProps, lazy, Suspense, useEffect, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { holidayChoices } from '#contract/meetings/meeting-series.ts';
import {
  isSameRepeat,
  maxCount,
  movedRule,
  type RepeatRule,
  ruleText,
  usualRules,
} from '#contract/meetings/series/repeat-rule.ts';
import { repeatWords } from '#contract/meetings/series/rule-words.ts';
import { capitalized } from '#contract/text/capitalized.ts';
import { daysAfter, monthsAfter } from '#contract/text/plain-day.ts';
import { deviceZone } from '#src/format/index.ts';
import { SelectField } from '#src/ui/index.ts';
import styles from '../base/meeting-dialog.module.css';
import type { MeetingForm, RepeatValue } from '../base/meeting-form-values.ts';
import { CustomRule } from './custom-rule.tsx';
import { NumberField } from './number-field.tsx';
import { clockIn, holidayWords, ruleOf, type TypedPart, withRule, withTyped } from './repeat-value.ts';
import { UntilField, type UntilFieldProps } from './until-field.tsx';

// Loaded on demand: it brings the library of rules.
const RepeatSummary = lazy(async () => ({ default: (await import('./repeat-summary.tsx')).RepeatSummary }));

interface RepeatFieldProps {
  form: UseFormReturn<MeetingForm, unknown, MeetingForm>;
  /** Whether the meeting belongs to a series, whose rule does not follow the typed day. */
  isOfSeries: boolean;
  /** Whether «Не повторять» is not offered: for a meeting of a series, or a refused new series. */
  mustRepeat: boolean;
}

const custom = 'custom';

/** «Повторять»: the usual rules for the day of the meeting or a custom one, and a summary of the meetings. */
export function RepeatField({ form, isOfSeries, mustRepeat }: RepeatFieldProps) {
  const [start, repeat] = useWatch({ control: form.control, name: ['start_at', 'repeat'] });
  const day = start && !Number.isNaN(Date.parse(start)) ? clockIn(deviceZone(), start).day : undefined;
  const set = (value: RepeatValue | null) => form.setValue('repeat', value, { shouldDirty: true, shouldTouch: true });
  useFollowDay(form, isOfSeries ? undefined : day);
  const error = form.formState.errors.repeat?.message;
  if (!day) return null;
  const rule = repeat ? ruleOf(repeat) : undefined;
  const choose = (key: string) => {
    form.clearErrors('repeat');
    if (key === '') return set(null);
    const [first] = usualRules(day);
    const chosen = key === custom ? (rule ?? first) : usualRules(day).find((each) => ruleText(each) === key);
    if (!chosen) return;
    const { until = yearOn(day), count } = rule ?? {};
    const end = count ? { count } : { until };
    const bare = { ...chosen, ...(rule && !rule.until && !rule.count ? {} : end) };
    // A chosen custom rule stays custom even if it equals a usual one.
    const value = {
      holidays: repeat?.holidays ?? 'next',
      rule: ruleText(bare),
      ...(key === custom ? { isCustom: true } : {}),
    };
    set(withTyped(value, 'until', repeat?.typed?.until));
  };
  const usual = usualRules(day).find((each) => rule && isSameRepeat(each, rule));
  const typedIn = (name: TypedPart) => ({ typed: repeat?.typed?.[name], attempts: form.formState.submitCount });
  const numberOf = (name: TypedPart, changed: (value: RepeatValue, next: number) => RepeatValue) => ({
    ...typedIn(name),
    onChange: (next: number) => repeat && set(withTyped(changed(repeat, next), name)),
    onInvalid: (text: string) => repeat && set(withTyped(repeat, name, text)),
  });
  const key = !repeat ? '' : usual && !repeat.isCustom ? ruleText(usual) : custom;
  return (
    <>
      <SelectField label="Повторять" value={key} error={error} onChange={(event) => choose(event.currentTarget.value)}>
        {mustRepeat ? null : <option value="">Не повторять</option>}
        {usualRules(day).map((each) => (
          <option key={ruleText(each)} value={ruleText(each)}>
            {capitalized(repeatWords(each))}
          </option>
        ))}
        <option value={custom}>Настроить…</option>
      </SelectField>
      {repeat && rule ? (
        <>
          {key === custom ? (
            <CustomRule
              rule={rule}
              day={day}
              interval={numberOf('interval', (value, interval) => ({
                ...withRule(value, { ...rule, interval }),
                isCustom: true,
              }))}
              onChange={(next) => set({ ...withRule(repeat, next), isCustom: true })}
            />
          ) : null}
          <div className={styles.row}>
            <RepeatEnd
              rule={rule}
              day={day}
              count={numberOf('count', (value, count) => withRule(value, { ...rule, count }))}
              until={{ ...typedIn('until'), onInvalid: (typed) => set(withTyped(repeat, 'until', typed)) }}
              onChange={(next) => set(withTyped(withTyped(withRule(repeat, next), 'count'), 'until'))}
            />
          </div>
          <SelectField
            label="Если день нерабочий"
            value={repeat.holidays}
            onChange={({ currentTarget }) => {
              const holidays = holidayChoices.find((each) => each === currentTarget.value);
              if (holidays) set({ ...repeat, holidays });
            }}
          >
            {Object.entries(holidayWords).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
          <Suspense fallback={<p className={styles.plain}>{capitalized(repeatWords(rule))}</p>}>
            <RepeatSummary rule={rule} first={day} holidays={repeat.holidays} isNew={!isOfSeries} />
          </Suspense>
        </>
      ) : null}
    </>
  );
}

/** Returns the last day of a year that begins on this day. */
function yearOn(day: string): string {
  return daysAfter(monthsAfter(day, 12), -1);
}

/** Adapts the rule when the first meeting moves to another day: «каждый вторник» becomes «каждую среду». */
function useFollowDay(form: UseFormReturn<MeetingForm, unknown, MeetingForm>, day: string | undefined): void {
  const last = useRef(day);
  useEffect(() => {
    const before = last.current;
    if (!day || before === day) return;
    last.current = day;
    const repeat = form.getValues('repeat');
    if (!before || !repeat) return;
    const rule = movedRule(ruleOf(repeat), before, day);
    form.setValue('repeat', withRule(repeat, movedEnd(rule, before, day)), { shouldDirty: true });
  }, [form, day]);
}

/** Keeps the end a year after the beginning if it was so before. */
function movedEnd(rule: RepeatRule, before: string, day: string): RepeatRule {
  return rule.until === yearOn(before) ? { ...rule, until: yearOn(day) } : rule;
}

interface RepeatEndProps {
  rule: RepeatRule;
  /** The day of the first meeting. */
  day: string;
  onChange: (rule: RepeatRule) => void;
  until: Pick<UntilFieldProps, 'typed' | 'attempts' | 'onInvalid'>;
  /** Props of the count's field, as it is typed. */
  count: Pick<ComponentProps<typeof NumberField>, 'typed' | 'attempts' | 'onChange' | 'onInvalid'>;
}

const usualCount = 10;

/** End of the repetition: on a date, after a number of times, or never. */
function RepeatEnd({ rule, day, onChange, until: typingUntil, count: typing }: RepeatEndProps) {
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
        <UntilField
          value={until}
          min={day}
          {...typingUntil}
          onChange={(value) => onChange({ ...rest, until: value })}
        />
      ) : null}
      {count ? <NumberField label="Число встреч" value={count} most={maxCount} {...typing} /> : null}
    </>
  );
}
