import { genitiveMonths } from '#contract/text/month-names.ts';
import { plural } from '#contract/text/plurals.ts';
import { noBreak } from '#contract/text/russian-text.ts';
import { type RepeatRule, workdays } from './repeat-rule.ts';

type Gender = 'm' | 'f' | 'n';

/** Weekdays: gender, accusative, and dative plural. */
const weekdays: readonly (readonly [Gender, string, string])[] = [
  ['m', 'понедельник', 'понедельникам'],
  ['m', 'вторник', 'вторникам'],
  ['f', 'среду', 'средам'],
  ['m', 'четверг', 'четвергам'],
  ['f', 'пятницу', 'пятницам'],
  ['f', 'субботу', 'субботам'],
  ['n', 'воскресенье', 'воскресеньям'],
];
const every: Record<Gender, string> = { m: 'каждый', f: 'каждую', n: 'каждое' };
const ordinals: Record<number, Record<Gender, string>> = {
  1: { m: 'первый', f: 'первую', n: 'первое' },
  2: { m: 'второй', f: 'вторую', n: 'второе' },
  3: { m: 'третий', f: 'третью', n: 'третье' },
  4: { m: 'четвёртый', f: 'четвёртую', n: 'четвёртое' },
  [-1]: { m: 'последний', f: 'последнюю', n: 'последнее' },
};

/**
 * Returns «каждую вторую среду месяца до 25.12.2026», «по будням, 10 раз», «раз в две недели по вторникам и четвергам».
 */
export function ruleWords(rule: RepeatRule): string {
  return `${repeatWords(rule)}${endWords(rule)}`;
}

/** Returns the same words without the end of the rule. */
export function repeatWords(rule: RepeatRule): string {
  const { interval } = rule;
  switch (rule.every) {
    case 'day':
      if (interval === 1) return 'каждый день';
      return interval === 2 ? 'через день' : once(interval, ['день', 'дня', 'дней'], 'm');
    case 'week':
      return weekWords(rule.weekdays, interval);
    case 'month': {
      const rare = once(interval, ['месяц', 'месяца', 'месяцев'], 'm');
      if ('week' in rule) {
        const [gender, name] = dayName(rule.weekday);
        const which = `${ordinals[rule.week]?.[gender]} ${name}`;
        if (interval === 1) return `${every[gender]} ${which} месяца`;
        return `${rare}: ${rule.week === 2 ? 'во' : 'в'} ${which}`;
      }
      const date = rule.day === 31 ? 'в последний день' : `${rule.day}-го числа`;
      if (interval > 1) return `${rare} ${date}`;
      return rule.day === 31 ? 'в последний день каждого месяца' : `каждый месяц ${date}`;
    }
    default: {
      // Most years have no such day: the rule then gives the last one of the month.
      const other = rule.month === 2 && rule.day === 29 ? ` (в невисокосный год${noBreak}— 28-го)` : '';
      const date = `${rule.day} ${genitiveMonths[rule.month - 1]}${other}`;
      return interval === 1 ? `каждый год ${date}` : `${once(interval, ['год', 'года', 'лет'], 'm')} ${date}`;
    }
  }
}

function weekWords(days: readonly number[], interval: number): string {
  const isWorkdays = days.toSorted().join() === workdays.join();
  const named = isWorkdays ? 'по будням' : `по ${joined(days.toSorted().map((day) => dayName(day)[2]))}`;
  if (interval > 1) return `${once(interval, ['неделю', 'недели', 'недель'], 'f')} ${named}`;
  const [only, ...more] = days;
  if (only === undefined || more.length > 0) return named;
  const [gender, name] = dayName(only);
  return `${every[gender]} ${name}`;
}

function endWords({ until, count }: RepeatRule): string {
  if (until) return ` до ${until.split('-').reverse().join('.')}`;
  return count ? `, ${count} ${plural(count, 'раз', 'раза', 'раз')}` : '';
}

const dayName = (weekday: number) => weekdays[weekday - 1] ?? (['m', '', ''] as const);

/** Returns «раз в две недели», «раз в 3 месяца», «раз в 21 день». */
function once(count: number, forms: readonly [string, string, string], gender: Gender): string {
  if (count === 1) return `раз в ${forms[0]}`;
  const number = count === 2 ? (gender === 'f' ? 'две' : 'два') : String(count);
  return `раз в ${number} ${plural(count, ...forms)}`;
}

function joined(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} и ${names.at(-1)}`;
}
