import { formatTimecode } from '#src/format/index.ts';

/** Returns the text of a break for its field, «15:00»; '' for no break. */
export function pauseText(seconds: number | null | undefined): string {
  return seconds ? formatTimecode(seconds) : '';
}

/** Returns the seconds of a typed break: «1:15:00», «15:00», or minutes alone; undefined for any other text. */
export function readPause(typed: string): number | undefined {
  const text = typed.trim();
  if (text === '') return 0;
  if (!/^\d{1,3}(:\d{1,2}){0,2}$/.test(text)) return undefined;
  const parts = text.split(':').map(Number);
  if (parts.slice(1).some((part) => part > 59)) return undefined;
  const [minutes = 0] = parts;
  return parts.length === 1 ? minutes * 60 : parts.reduce((sum, part) => sum * 60 + part, 0);
}

/** Returns the text of an offset, «0:30», or «−0:30» for a recording that began earlier; '' for none. */
export function offsetText(seconds: number | null | undefined): string {
  const text = pauseText(Math.abs(seconds ?? 0));
  return text && (seconds ?? 0) < 0 ? `−${text}` : text;
}

/** Returns the seconds of a typed offset, negative for an earlier beginning; undefined for an invalid one. */
export function readOffset(typed: string): number | undefined {
  const [, sign = '', rest = ''] = /^\s*([+\-−–—]?)(.*)$/s.exec(typed) ?? [];
  const seconds = readPause(rest);
  return seconds && sign && sign !== '+' ? -seconds : seconds;
}
