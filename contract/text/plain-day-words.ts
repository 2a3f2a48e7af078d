import { genitiveMonths } from './month-names.ts';
import { noBreak } from './russian-text.ts';

/** Returns «27 ноября», or «27 ноября 2027 г.» if the year differs from that of `today`. Days are YYYY-MM-DD. */
export function dayWords(day: string, today: string): string {
  const [year, month = 1, date] = day.split('-').map(Number);
  const words = `${date}${noBreak}${genitiveMonths[month - 1]}`;
  return day.slice(0, 4) === today.slice(0, 4) ? words : `${words} ${year}${noBreak}г.`;
}
