import type { ProcessingStepName } from '#contract/recordings/processing.ts';
import type { RecordingWarning } from '#contract/recordings/recording.ts';
import { plural } from '#contract/text/plurals.ts';

/** A permanent warning about a recording, and the step that found it. */
export type Warning = RecordingWarning & { step: Extract<ProcessingStepName, 'probe' | 'playable'> };
/** Start and end in seconds. */
export type Span = readonly [from: number, to: number];

const kept = 'Обработано то, что сохранилось';
/** A recording with more damaged places counts as damaged throughout. */
export const maxPlaces = 200;
/** Maximum number of places that are named; more are only counted. */
const maxNamed = 5;

export function cutWarning(step: Warning['step'], at: number): Warning {
  return { step, kind: 'cut', at, text: `Запись обрывается на ${clock(at)}. ${kept}` };
}

export function damageWarning(places: readonly Span[]): Warning {
  const warning = { step: 'playable', kind: 'damaged' } as const;
  if (places.length === 0) return { ...warning, text: `Запись местами повреждена. ${kept}` };
  const named = places.slice(0, maxNamed).map(clocks);
  const more = places.length > maxNamed ? ` и ещё ${places.length - maxNamed}` : '';
  const counted = `${countedPlaces(places.length)} записи: ${named.join(', ')}${more}`;
  const text = `${places.length > maxPlaces ? 'Запись повреждена во многих местах' : counted}. ${kept}`;
  return { ...warning, text, places: places.slice(0, maxPlaces).map(([from, to]) => ({ from, to })) };
}

/** Reason why nothing of a track can be decoded. */
export type UnreadCause = 'damaged' | 'locked' | 'unknown';

const unread = {
  picture: {
    damaged: 'Картинка повреждена и не читается',
    locked: 'Картинка зашифрована',
    unknown: 'Картинка записана неизвестным способом',
    others: 'Прочитаны не все картинки записи',
    done: 'Обработан только звук',
  },
  sound: {
    damaged: 'Звук повреждён и не читается',
    locked: 'Звук зашифрован',
    unknown: 'Звук записан неизвестным способом',
    others: 'Прочитаны не все дорожки звука',
    done: 'Обработана только картинка',
  },
};

/**
 * Returns the warnings about tracks that cannot be decoded.
 * @param causes one for each such track
 * @param hasOthers whether there are other, readable tracks of the kind
 */
export function unreadWarnings(
  kind: 'picture' | 'sound',
  causes: readonly UnreadCause[],
  hasOthers: boolean,
): Warning[] {
  const cause = (['damaged', 'locked', 'unknown'] as const).find((each) => causes.includes(each));
  // Phones also store the same sound in proprietary formats: with the other track nothing is missing.
  if (!cause || (hasOthers && cause === 'unknown')) return [];
  const words = unread[kind];
  const part = cause === 'damaged' ? 'часть повреждена' : 'часть зашифрована';
  const text = hasOthers ? `${words.others}: ${part}` : `${words[cause]}. ${words.done}`;
  return [{ step: 'probe', kind, text }];
}

/** @param left number of sound tracks beyond those that are used */
export function leftWarning(used: number, left: number): Warning {
  return { step: 'probe', kind: 'sound', text: `Дорожек звука ${used + left}, обработаны первые ${used}` };
}

/** Warnings of a later step replace earlier ones of the same kind. */
export function mergeWarnings(earlier: readonly Warning[], later: readonly Warning[]): Warning[] {
  return [...earlier.filter(({ kind }) => !later.some((other) => other.kind === kind)), ...later];
}

/** Formats a time as hours, minutes and seconds, as in the player. */
function clock(time: number): string {
  const whole = Math.floor(time);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Formats a span: «00:16:20–00:16:45». */
export function clocks([from, to]: Span): string {
  return clock(from) === clock(to) ? clock(from) : `${clock(from)}–${clock(to)}`;
}

function countedPlaces(count: number): string {
  const verb = plural(count, 'Повреждено', 'Повреждены', 'Повреждено');
  return `${verb} ${count} ${plural(count, 'место', 'места', 'мест')}`;
}
