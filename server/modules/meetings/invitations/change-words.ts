import { capitalized } from '#contract/text/capitalized.ts';
import { shortened } from '#contract/text/shortened.ts';
import { clockWords, joined, longWeekday, spanWords } from './meeting-words.ts';

type Times = { startAt: Date; endAt: Date };

const fields = {
  title: ['Изменено', 'название'],
  day: ['Изменена', 'дата'],
  clock: ['Изменено', 'время'],
  times: ['Изменены', 'дата и время'],
  place: ['Изменено', 'место'],
  link: ['Изменена', 'ссылка для подключения'],
  agenda: ['Изменена', 'повестка'],
  description: ['Изменено', 'описание'],
  files: ['Изменены', 'файлы'],
} as const;

/** One thing that was changed of a meeting. */
export type Change = {
  field: keyof typeof fields;
  /** Earlier times of a meeting that was moved: «10:00–11:30», with the day where that is another. */
  earlier?: string;
  /** What was and what is, where that can be said in a line, or in two. */
  detail?: string;
};

/** Maximum number of questions or files that are named; more are counted. */
const maxNamed = 5;

export function isOfTimes({ field }: Change): boolean {
  return field === 'day' || field === 'clock' || field === 'times';
}

/**
 * Returns «Изменено место: было — «Зал 2»; стало — «Зал 3»», and a line for each where several things were changed;
 * undefined where there is nothing to say. No full stop follows: a link may end the line.
 */
export function changeWords(changes: readonly Change[]): string | undefined {
  const [only, ...more] = changes;
  if (!only) return undefined;
  if (more.length === 0) return only.detail ? headed(changedNames([only]), only.detail) : `${changedNames([only])}.`;
  const lines = changes.flatMap(({ field, detail }) => (detail ? headed(capitalized(fields[field][1]), detail) : []));
  return lines.length > 0 ? [`${changedNames(changes)}:`, ...lines].join('\n') : `${changedNames(changes)}.`;
}

const headed = (name: string, detail: string) => `${name}:${detail.includes('\n') ? '\n' : ' '}${detail}`;

/** Returns «Изменена повестка», «Изменены место и файлы». */
export function changedNames(changes: readonly Change[]): string {
  const [only, ...more] = changes.map(({ field }) => fields[field]);
  if (!only) return '';
  return `${more.length > 0 ? 'Изменены' : only[0]} ${joined([only, ...more].map(([, name]) => name))}`;
}

/** Compares two texts; undefined where they are the same. */
export function valueChange(field: 'title' | 'place' | 'link', was: string, now: string): Change | undefined {
  if (was === now) return undefined;
  const isLink = field === 'link';
  const [earlier, later] = isLink
    ? ['раньше не была указана', 'больше не указана']
    : ['раньше не было указано', 'больше не указано'];
  const shown = (text: string) => (isLink ? text : quoted(text));
  const detail = [was ? `было — ${shown(was)}` : earlier, now ? `стало — ${shown(now)}` : later];
  // Many mail programs take a semicolon into the address before it.
  return { field, detail: detail.join(isLink ? '\n' : '; ') };
}

/** Names what differs: the day, the time of day, or both. */
export function timeChange(was: Times, now: Times, zone: string): Change {
  const days = ({ startAt, endAt }: Times) => [longWeekday(startAt, zone), longWeekday(endAt, zone)];
  const clocks = ({ startAt, endAt }: Times) => `${clockWords(startAt, zone)}–${clockWords(endAt, zone)}`;
  const span = (times: Times) => spanWords(times, zone);
  const [isSameDay, isSameClock] = [days(was).join() === days(now).join(), clocks(was) === clocks(now)];
  const areSingleDays = [was, now].every((times) => new Set(days(times)).size === 1);
  if (!areSingleDays || !(isSameDay || isSameClock))
    return { field: 'times', earlier: span(was), detail: wasAndIs(span(was), span(now)) };
  if (isSameDay) return { field: 'clock', earlier: clocks(was), detail: wasAndIs(clocks(was), clocks(now)) };
  return { field: 'day', earlier: span(was), detail: wasAndIs(days(was)[0] ?? '', days(now)[0] ?? '') };
}

/** Compares two lists in their order; undefined where they are the same. */
export function listChange(
  field: 'agenda' | 'files',
  was: readonly string[],
  now: readonly string[],
): Change | undefined {
  if (JSON.stringify(was) === JSON.stringify(now)) return undefined;
  const added = now.filter((each) => !was.includes(each));
  const gone = was.filter((each) => !now.includes(each));
  const parts = [
    added.length > 0 && `добавлено — ${named(added)}`,
    gone.length > 0 && `${field === 'agenda' ? 'снято' : 'убрано'} — ${named(gone)}`,
  ].filter(Boolean);
  if (parts.length > 0) return { field, detail: parts.join('; ') };
  return field === 'agenda' ? { field, detail: 'порядок вопросов' } : { field };
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, maxNamed).map(quoted).join(', ');
  return names.length > maxNamed ? `${shown} и ещё ${names.length - maxNamed}` : shown;
}

const quoted = (text: string) => `«${shortened(text.replace(/\s+/g, ' '), 200)}»`;
const wasAndIs = (was: string, now: string) => `было — ${was}; стало — ${now}`;
