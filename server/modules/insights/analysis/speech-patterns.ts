import { comparisonKey } from '#contract/text/comparison-key.ts';
import { capitalized } from '#server/platform/text/index.ts';

const atWordStart = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})`, 'u');

const decisions = atWordStart(
  'решили|решено|постанов(?:или|ляем)|принят[оы]? решени|принимаем решени|утверд(?:ить|или|им)(?!\\p{L})|утверждаем|' +
    'одобр(?:ить|или|яем)(?!\\p{L})|согласовать(?!\\p{L})|согласовали|единогласно|договорились',
);
/** Words that announce a decision or count its votes without stating what was decided. */
const announcements = new RegExp(
  '(?<!\\p{L})(?:решили|решено|постановили|постановляем|прин(?:ято|имаем|имается|яли)|решени[ея]|единогласно|' +
    'утвержд(?:ено|аем|ается)|утвердили|одобр(?:ено|или|яем)|согласова(?:но|ли)|договорились|итак|так|значит|тогда|' +
    'хорошо|ну|мы|все|это|да|нет|кто|за|против|воздержал\\p{L}+|воздержавшихся|большинством|голосов|коллеги)(?!\\p{L})',
  'gu',
);
const orders = atWordStart('поруч(?:ить|аю|или|аем|им|ено)(?!\\p{L})|назначить ответствен');
const duties = atWordStart('необходимо|нужно|надо|следует|долж(?:ен|на|ны)|обязан|прошу|просьба');
const suggestions = atWordStart('предлага|предлож|хотелось|можно ли');
const ceremonies = atWordStart('добр(?:ый|ое)\\s|здравствуйте|спасибо|начинаем|начнем|объявля|закрыт|до свидания');
const months = 'январ|феврал|март|апрел|ма[яю](?!\\p{L})|июн|июл|август|сентябр|октябр|ноябр|декабр';
const days = 'понедельник|вторник|сред[еуы](?!\\p{L})|четверг|пятниц|суббот|воскресень|завтра|послезавтра';
const deadlines = atWordStart(
  `(?:до|к|ко|не позднее|не позже)\\s+(?:\\p{L}+\\s+)?(?:\\d|${months}|${days}|конц[ауе]|следующ|утра|вечера|перв|втор|` +
    'трет|четверт|пят|шест|седьм|восьм|девят|десят|двадцат|тридцат)|' +
    'в течение\\s|срок(?:ом)?(?!\\p{L})|через\\s+(?:\\d|недел|месяц|две|два|три)',
);
const infinitives = /(?<!\p{L})(\p{L}+(?:[аяеиоуы]ть|[йд]ти|(?:нес|вес|вез|рас|мес)ти|чь)(?:ся)?)(?!\p{L})/gu;
const noInfinitives = new Set(
  'пять девять десять опять память печать кровать сеть треть путь суть нить ночь речь дочь мать'.split(' '),
);

/** Returns whether a decision is only suggested. */
export function isSuggestion(text: string): boolean {
  return suggestions.test(comparisonKey(text)) || isAsked(text);
}

/** Returns whether a decision is stated. */
export function isDecision(text: string): boolean {
  const words = comparisonKey(text);
  return decisions.test(words) && /[\p{L}\p{N}]/u.test(words.replace(announcements, '')) && !isSuggestion(text);
}

/** Returns whether a task is given: an order, or an action together with a duty or a deadline. */
export function isTask(text: string): boolean {
  const words = comparisonKey(text);
  if (isAsked(text)) return false;
  if (orders.test(words)) return true;
  return hasInfinitive(words) && (deadlines.test(words) || (duties.test(words) && words.split(' ').length <= 30));
}

/** Returns whether a text only opens or closes the meeting, or greets. */
export function isCeremony(text: string): boolean {
  return ceremonies.test(comparisonKey(text));
}

/** Returns whether a keyword names an action: «подготовить отчёт». */
export function isAction(keyword: string): boolean {
  return hasInfinitive(comparisonKey(keyword));
}

function hasInfinitive(words: string): boolean {
  return [...words.matchAll(infinitives)].some(([, word = '']) => !noInfinitives.has(word));
}

function isAsked(text: string): boolean {
  return /\?[»")]?$/.test(text.trim());
}

const questions = [
  /(?<!\p{L})(?:перв|втор|трет|четв[её]рт|пят|шест|седьм|восьм|девят|десят|следующ|последн)\p{L}+\s+вопрос(?:\s+повестки(?:\s+дня)?)?\s*(?:[:—–-]\s*|(?=об?\s))(.+)$/iu,
  /(?<!\p{L})(?:переходим|перейд[её]м|приступаем|приступим|рассмотрим|рассматриваем)\s+(?:ко?\s+)?(?:\p{L}+\s+)?вопрос\p{L}*\s*(?:[:—–-]\s*)?(.+)$/iu,
  /(?<!\p{L})(?:на|в)\s+повестке(?:\s+дня)?\s*(?:[:—–-]\s*)?(?:вопрос\s+)?(.+)$/iu,
];

/** Returns the title of the agenda item that is opened, as it was said; undefined if none is. */
export function openedQuestion(text: string): string | undefined {
  if (isAsked(text)) return undefined;
  const named = questions.map((pattern) => pattern.exec(text)?.[1]).find(Boolean);
  return named && capitalized(named.replace(/(?<![.!?…\s])[.!?…\s]+$/u, ''));
}

/** Returns a decision without the words that announce it. */
export function decidedText(text: string): string {
  const announced =
    /^(?:(?:итак|так|значит|тогда|хорошо|ну)[,\s]+)*(?:мы\s+)?(?:решили|решено|постановили|принято решение|договорились)\s*[:,—–-]?\s*/iu;
  const rest = text.replace(announced, '');
  return capitalized(rest.split(' ').length >= 2 ? rest : text);
}
