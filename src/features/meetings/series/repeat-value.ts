import { fromAbsolute } from '@internationalized/date';
import type { HolidayChoice } from '#contract/meetings/meeting-series.ts';
import { type RepeatRule, readRule, ruleText } from '#contract/meetings/series/repeat-rule.ts';
import type { RepeatValue } from '../base/meeting-form-values.ts';

export const holidayWords: Record<HolidayChoice, string> = {
  next: 'Перенести на следующий рабочий день',
  previous: 'Перенести на предыдущий рабочий день',
  skip: 'Пропустить',
  keep: 'Оставить как есть',
};

/** Initial rule of a form whose own rule cannot be read, because another version wrote it. */
const fallback: RepeatRule = { every: 'day', interval: 1 };

export function ruleOf({ rule }: RepeatValue): RepeatRule {
  return readRule(rule) ?? fallback;
}

export function withRule(value: RepeatValue, rule: RepeatRule): RepeatValue {
  return { ...value, rule: ruleText(rule) };
}

/** A part of the rule that is typed. */
export type TypedPart = keyof NonNullable<RepeatValue['typed']>;

/** Sets the invalid text typed for a part of the rule; without `text` it is removed. */
export function withTyped(value: RepeatValue, name: TypedPart, text?: string): RepeatValue {
  const { [name]: _before, ...others } = value.typed ?? {};
  const typed = text === undefined ? others : { ...others, [name]: text };
  return { ...value, typed: Object.keys(typed).length > 0 ? typed : undefined };
}

/** Returns the day, YYYY-MM-DD, and the time, HH:MM, of an instant in a time zone. */
export function clockIn(zone: string, instant: string): { day: string; time: string } {
  const [day = '', time = ''] = fromAbsolute(Date.parse(instant), zone).toString().split('T');
  return { day, time: time.slice(0, 5) };
}
