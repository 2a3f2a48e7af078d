import { counted } from '#src/format/index.ts';

const minute = 60_000;

/** Returns the length of a recording: «12 минут», «1 ч 12 мин», «меньше минуты». */
export function lengthWords(millis: number): string {
  const minutes = Math.floor(millis / minute);
  if (minutes < 1) return 'меньше минуты';
  if (minutes < 60) return counted(minutes, 'минута', 'минуты', 'минут');
  return [`${Math.floor(minutes / 60)}\u00A0ч`, minutes % 60 > 0 ? `${minutes % 60}\u00A0мин` : '']
    .filter(Boolean)
    .join(' ');
}

/** Returns «Места хватит примерно на 5 часов»; undefined if the device does not report its free space. */
export function roomWords(room: number | undefined, bytesPerSecond: number): string | undefined {
  if (room === undefined) return undefined;
  const minutes = Math.floor(room / bytesPerSecond / 60);
  if (minutes < 1) return 'На устройстве почти нет места: запись скоро остановится';
  if (minutes < 60) return `Места хватит примерно на ${counted(minutes, 'минуту', 'минуты', 'минут')}`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return 'Места хватит больше чем на двое суток';
  return `Места хватит примерно на ${counted(hours, 'час', 'часа', 'часов')}`;
}
