import { isInfinitive } from '#contract/text/infinitive.ts';
import type { Token } from '#contract/text/text-tokens.ts';

/**
 * What the verb of a phrase makes of a day after it. With `moved`, «продлить», and `lasting`, «хранить», the day is what
 * was decided; with `figures`, «повысить», so are figures without a year; with `granted`, «установить», the noun tells;
 * with `unsure`, «принимать», it may be either.
 */
type Kind = 'moved' | 'lasting' | 'figures' | 'granted' | 'unsure';

/** Context of a token: what its phrase has said so far. */
export interface Phrase {
  kind?: Kind | undefined;
  /** Whether an infinitive precedes the token. */
  isToldBefore?: boolean;
}

const verbs: [Kind, RegExp][] = [
  ['moved', /^(продл|продолж|пролонг|отсроч|перен(ести|ос)|отлож|сдвин|приостан|заморо[зж]|сохранить)/],
  ['figures', /^(увеличить|повысить|поднять|расширить|снизить|понизить|сократить|уменьшить|довести|ограничить)$/],
  [
    'granted',
    /^(установить|определить|утвердить|предоставить|дать|выдать|направить|ввести|объявить|возложить|закрыть|обеспечить)$/,
  ],
  ['unsure', /^(назначить|избрать|оставить|разрешить|вести$|кажд|еже[днмг])/],
];
const lasting = /^(работать|дежурить|хранить|(подо)?ждать|считать|запретить|действ(овать|у[ею]т))(ся)?$/;
/** Imperfective verbs by their endings: «принимать», «проводить», «проверять». */
const repeated =
  /([аеиы]вать|лн?ять|(ме|ра)нять|рять|и[мр]ать|[жщг]ать|(?<!на|ка)чать|пускать|[вх]одить|носить|использовать|контролировать)(ся)?$/;
/** What «установить», «предоставить» say of a day; after the latter words it may also be a deadline. */
const term = /^(отпуск$|рассрочк|обязанност|командировк|действ(ия|ующ)|что$)/;
const maybeTerm = /^(цен[уы]$|тариф|режим|доступ|проезд|работ[уы]$|охран|дежурств|запрет|гаранти|аренд|доверенн)/;

function kindOfLasting(key: string): Kind | undefined {
  return lasting.test(key) ? 'lasting' : repeated.test(key) ? 'unsure' : undefined;
}

/** Returns the phrase at this token, from that before it. */
export function phraseAt(before: Phrase, text: string, tokens: readonly Token[], at: number): Phrase {
  const { key = '', text: word = '', start = 0 } = tokens[at] ?? {};
  const [last, ended] = [tokens[at - 1], tokens[at - 2]];
  const isNew =
    last?.key === ';' ||
    (last?.key === '.' && /^\p{Lu}/u.test(word) && (ended?.text.length ?? 0) > 2) ||
    text.slice(last?.end ?? 0, start).includes('\n');
  const phrase = isNew ? {} : before;
  const verb = verbs.find(([, words]) => words.test(key))?.[0] ?? kindOfLasting(key);
  if (verb || isInfinitive(key)) return { kind: verb, isToldBefore: true };
  const { kind = '' } = phrase;
  const isTerm = /^срок/.test(key);
  if (isTerm && kind === '') return { ...phrase, kind: 'unsure' };
  if (isTerm ? /^[fg]/.test(kind) : /^[gu]/.test(kind) && term.test(key)) return { ...phrase, kind: 'moved' };
  return kind === 'granted' && maybeTerm.test(key) ? { ...phrase, kind: 'unsure' } : phrase;
}

/**
 * Returns whether the day read from `at` to `next` is what was decided, not a deadline: «продлить до 31.12.2027», but
 * not «продлить, срок – 31.12.2027»; `unsure` if it may be a deadline, as in «принимать заявки до 15 декабря».
 * @param isLabelled whether «срок» states it
 */
export function isDecided(
  { kind, isToldBefore }: Phrase,
  tokens: readonly Token[],
  at: number,
  next: number,
  isLabelled: boolean,
): boolean | 'unsure' {
  const [last = '', key = ''] = [tokens[at - 1]?.key, tokens[at]?.key];
  if (isLabelled) {
    if (key === 'сроком' && tokens[at + 1]?.key === 'до') return 'unsure';
    return last === 'на' || (kind === 'moved' && /^срок/.test(key) && !/^[,.;:(–—-]$/.test(last));
  }
  if (/^(период|действующ|действител)/.test(last)) return true;
  const isUntil = /^(до|на)$/.test(key);
  if (kind === 'moved') return isUntil;
  if (kind === 'figures') return isUntil && next === at + 4 && tokens[at + 2]?.key === '.';
  // The verb may also follow: «до 31 декабря дежурить», but not «до 5 декабря продлить».
  const verb = kind ?? (isToldBefore ? undefined : kindOfLasting(tokens[next]?.key ?? ''));
  // «Поливать через неделю» is said of every other week.
  if (verb === 'lasting' ? /^(до|на|в|через)$/.test(key) : verb === 'unsure' && key === 'через' && next === at + 2)
    return true;
  return /^(lasting|unsure)$/.test(verb ?? '') && /^(до|в|через|(после)?завтра)$/.test(key) && 'unsure';
}
