import { counted, formatNumber } from './plurals.ts';

const units = ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ'];

/** «980 МБ», «1,4 ГБ»; each unit is 1024 of the smaller one. */
export function formatBytes(bytes: number): string {
  const step = stepOf(bytes);
  return `${inUnit(bytes, step)}\u00A0${units[step]}`;
}

/** «412 из 980 МБ»: both in the unit of the total. */
export function formatPart(done: number, total: number): string {
  const step = stepOf(total);
  return `${inUnit(done, step)} из ${inUnit(total, step)}\u00A0${units[step]}`;
}

/** «3,1 МБ/с». */
export function formatSpeed(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/с`;
}

/** «62 %». */
export function formatPercent(value: number): string {
  return `${Math.round(value)}\u00A0%`;
}

function stepOf(bytes: number): number {
  return bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
}

function inUnit(bytes: number, step: number): string {
  const value = bytes / 1024 ** step;
  return formatNumber(value >= 100 || step === 0 ? Math.round(value) : value);
}

/** «повтор через 20 секунд», «повтор через 2 минуты», «повтор сейчас»; `at` and `now` are epoch milliseconds. */
export function retryWords(at: number, now: number): string {
  const seconds = Math.ceil((at - now) / 1000);
  if (seconds <= 0) return 'повтор сейчас';
  if (seconds < 60) return `повтор через ${counted(seconds, 'секунду', 'секунды', 'секунд')}`;
  return `повтор через ${counted(Math.ceil(seconds / 60), 'минуту', 'минуты', 'минут')}`;
}
