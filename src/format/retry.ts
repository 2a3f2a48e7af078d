import { counted } from './plurals.ts';

/** «повтор через 20 секунд», «повтор через 2 минуты», «повтор сейчас». Both in epoch milliseconds. */
export function retryWords(at: number, now: number): string {
  const seconds = Math.ceil((at - now) / 1000);
  if (seconds <= 0) return 'повтор сейчас';
  if (seconds < 60) return `повтор через ${counted(seconds, 'секунду', 'секунды', 'секунд')}`;
  return `повтор через ${counted(Math.ceil(seconds / 60), 'минуту', 'минуты', 'минут')}`;
}
