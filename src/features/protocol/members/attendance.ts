import { type Attendance, attendanceWords } from '#contract/bodies/attendance.ts';
import { formatClock } from '#src/format/index.ts';

/** Returns «Опоздал, с 10:20», «По доверенности: Ким Д. А.», «Отсутствует: отпуск» */
export function attendanceNote({ state, arrived_at, left_at, proxy_name, reason }: Attendance): string {
  const times = [arrived_at && `с ${clockOf(arrived_at)}`, left_at && `до ${clockOf(left_at)}`]
    .filter(Boolean)
    .join(' ');
  const words = attendanceWords[state];
  if (state === 'proxy' && proxy_name) return `${words}: ${proxy_name}`;
  if (state === 'absent' && reason) return `${words}: ${reason}`;
  return times ? `${words}, ${times}` : words;
}

/** Returns «10:20» in the time of this device; '' for no time. */
export function clockOf(iso: string | null | undefined): string {
  const date = new Date(iso ?? '');
  return iso && !Number.isNaN(date.getTime()) ? formatClock(date) : '';
}
