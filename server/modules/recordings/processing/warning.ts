import type { ProcessingStepName } from '#contract/processing.ts';
import type { RecordingWarning } from '#contract/protocol.ts';

/** What is to be known of a recording for as long as it is there, and which step found it out. */
export type Warning = RecordingWarning & { step: Extract<ProcessingStepName, 'probe' | 'playable'> };
/** Seconds from and to. */
export type Span = readonly [from: number, to: number];

const kept = 'Обработано то, что сохранилось';
/** A recording with more places is damaged all over: they are not counted. */
export const mostPlaces = 200;
/** More places than that are counted, not named. */
const mostNamed = 5;

export function cutWarning(step: Warning['step'], at: number): Warning {
  return { step, kind: 'cut', at, text: `Запись обрывается на ${clock(at)}. ${kept}` };
}

export function damageWarning(places: readonly Span[]): Warning {
  const warning = { step: 'playable', kind: 'damaged' } as const;
  if (places.length === 0) return { ...warning, text: `Запись местами повреждена. ${kept}` };
  const named = places.slice(0, mostNamed).map(clocks);
  const more = places.length > mostNamed ? ` и ещё ${places.length - mostNamed}` : '';
  const counted = `${countedPlaces(places.length)} записи: ${named.join(', ')}${more}`;
  const text = `${places.length > mostPlaces ? 'Запись повреждена во многих местах' : counted}. ${kept}`;
  return { ...warning, text, places: places.slice(0, mostPlaces).map(([from, to]) => ({ from, to })) };
}

/** Why nothing of a track can be decoded. */
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
 * What is said of tracks of which nothing can be decoded.
 * @param causes of each such track
 * @param hasOthers whether there are tracks of that kind beside them
 */
export function unreadWarnings(
  kind: 'picture' | 'sound',
  causes: readonly UnreadCause[],
  hasOthers: boolean,
): Warning[] {
  const cause = (['damaged', 'locked', 'unknown'] as const).find((each) => causes.includes(each));
  // Phones write the same sound once more in ways of their own: who hears the other misses nothing.
  if (!cause || (hasOthers && cause === 'unknown')) return [];
  const words = unread[kind];
  const part = cause === 'damaged' ? 'часть повреждена' : 'часть зашифрована';
  const text = hasOthers ? `${words.others}: ${part}` : `${words[cause]}. ${words.done}`;
  return [{ step: 'probe', kind, text }];
}

/** What a later step knows better takes the place of what an earlier one said of the same. */
export function mergeWarnings(earlier: readonly Warning[], later: readonly Warning[]): Warning[] {
  return [...earlier.filter(({ kind }) => !later.some((other) => other.kind === kind)), ...later];
}

/** Hours, minutes and seconds, as they are read on the player. */
function clock(time: number): string {
  const whole = Math.floor(time);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** «00:16:20–00:16:45». */
export function clocks([from, to]: Span): string {
  return clock(from) === clock(to) ? clock(from) : `${clock(from)}–${clock(to)}`;
}

function countedPlaces(count: number): string {
  const rule = new Intl.PluralRules('ru').select(count);
  if (rule === 'one') return `Повреждено ${count} место`;
  return rule === 'few' ? `Повреждены ${count} места` : `Повреждено ${count} мест`;
}
