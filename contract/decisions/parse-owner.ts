import { comparisonKey } from '#contract/text/comparison-key.ts';
import { isInfinitive } from '#contract/text/infinitive.ts';
import { isDash, type Span, type Token } from '#contract/text/text-tokens.ts';

/** A person who may be assigned a task: «Фамилия Имя Отчество» or «Фамилия И. О.». */
export interface NamedOwner {
  name: string;
}

interface OwnerWords<P> {
  owner?: P;
  /** Range of the name and what belongs to it: initials, the position before the name, «ответственный –». */
  span?: Span;
  /** «Поручить» at the beginning. */
  verb?: Token;
}

/** A name in the text: the person, if unambiguous; the indices of its first token and of the one after its last. */
export interface Hit<P> {
  person: P | undefined;
  at: number;
  next: number;
  /** Case of the one person's surname, as far as it shows: «Кима» and «Орлову» are objects, «Киму» is neither. */
  form?: Form | undefined;
}

type Form = 'subject' | 'object' | 'other';

/**
 * Finds the owner of a task: a name at the beginning, alone or after «Поручить» and a position, after «ответственный»,
 * in brackets or after a dash. Elsewhere a name is part of the action: «согласовать с Кимом». Several people are no
 * owner.
 */
export function ownerIn<P extends NamedOwner>(
  tokens: readonly Token[],
  people: readonly P[],
  deadlines: readonly Span[],
): OwnerWords<P> {
  const { verb, lead } = leadOf(tokens, deadlines);
  const hits = namesIn(tokens, people);
  const [first] = hits;
  if (!first) return { verb };
  const byStart = new Map(hits.map((hit) => [hit.at, hit]));
  const isOnlyOne = hits.every(({ person }) => person !== undefined && person === first.person);
  const leading = leadingName(tokens, lead, byStart);
  if (leading)
    return isJoined(tokens, leading.hit, byStart) || hits.some((hit) => isToldToo(tokens, hit, leading.hit))
      ? { verb }
      : found(tokens, verb, leading.from, leading.hit);
  const labelled = labelledName(tokens, byStart);
  if (labelled)
    return isJoined(tokens, labelled.hit, byStart) ? { verb } : found(tokens, verb, labelled.from, labelled.hit);
  const set = isOnlyOne ? hits.find((hit) => isSetApart(tokens, hit, deadlines)) : undefined;
  return set ? found(tokens, verb, set.at, set) : { verb };
}

function found<P>(tokens: readonly Token[], verb: Token | undefined, from: number, { person, next }: Hit<P>) {
  if (!person) return { verb };
  return { verb, owner: person, span: { start: tokens[from]?.start ?? 0, end: tokens[next - 1]?.end ?? 0 } };
}

/** «Поручить» and similar verbs that assign a task. */
export const verbs = /^(поручить|поручается|поручено|поручаем|обязать)$/;

/** Finds «Поручить», and the first word after it and any deadlines: the name of the owner may stand there. */
export function leadOf(
  tokens: readonly Token[],
  deadlines: readonly Span[],
): { verb: Token | undefined; lead: number } {
  let verb: Token | undefined;
  let lead = 0;
  for (let deadline = 0; lead < tokens.length; lead += 1) {
    const token = tokens[lead] as Token;
    while ((deadlines[deadline]?.end ?? Number.POSITIVE_INFINITY) <= token.start) deadline += 1;
    if (!verb && verbs.test(token.key)) verb = token;
    else if (token.start < (deadlines[deadline]?.start ?? Number.POSITIVE_INFINITY) && /[\p{L}\p{N}]/u.test(token.key))
      break;
  }
  return { verb, lead };
}

/** Words for positions, as they begin. */
export const positions = new RegExp(
  `^(${[
    'начальник руководител директор заместител зам$ главн инженер бухгалтер специалист заведующ секретар председател',
    'юрист менеджер старш ведущ генеральн исполнительн финансов коммерческ техническ управляющ член мастер экономист врач',
  ]
    .join(' ')
    .replaceAll(' ', '|')})`,
);

export function leadingName<P>(tokens: readonly Token[], lead: number, byStart: ReadonlyMap<number, Hit<P>>) {
  const first = byStart.get(lead);
  if (first) return isDecidedOn(tokens, lead, first) ? undefined : { from: lead, hit: first };
  if (!positions.test(tokens[lead]?.key ?? '')) return undefined;
  for (let at = lead; at < Math.min(lead + 15, tokens.length); at += 1) {
    const hit = byStart.get(at);
    if (hit) return isDecidedOn(tokens, lead, hit) ? undefined : { from: lead, hit };
    const key = tokens[at]?.key ?? '';
    if (isInfinitive(key) || /^[,;:!?(]$/.test(key)) return undefined;
  }
  return undefined;
}

/** Whether the named person is whom the decision is about: «Кима уволить», «Ли назначить», «Киму выплатить премию». */
function isDecidedOn<P>(tokens: readonly Token[], lead: number, { form, next }: Hit<P>): boolean {
  if (form === 'object') return !tokens.slice(0, lead).some(({ key }) => key === 'обязать');
  const [verb, object] = [tokens[next]?.key ?? '', tokens[next + 1]?.key];
  return (form === 'subject' && appointing.test(verb)) || given.test(`${verb} ${object}`);
}

const appointing =
  /^(назначить|избрать|уволить|освободить|включить|исключить|наградить|премировать|отстранить|командировать)$/;
const given =
  /^(объявить|присвоить|выплатить|начислить|вручить|(предоставить|выдать|назначить|установить) (отпуск|отгул|преми|надбавк|доплат))/;

/** Finds «Ответственный – Ким Д. О.», «отв.: Ким», «ответственный за исполнение Ким». */
function labelledName<P>(tokens: readonly Token[], byStart: ReadonlyMap<number, Hit<P>>) {
  for (let from = 0; from < tokens.length; from += 1) {
    if (!/^(ответственн(ый|ая|ым|ой)|исполнител(ь|ем)|отв|исп)$/.test(tokens[from]?.key ?? '')) continue;
    let at = from + 1;
    while (/^([.:–—-]|за|исполнени[ея]|исполнитель|назначить)$/.test(tokens[at]?.key ?? '')) at += 1;
    const hit = byStart.get(at);
    // «Назначить ответственным Кима» is itself the decision.
    if (hit && !appointing.test(tokens[from - 1]?.key ?? '')) return { from, hit };
  }
  return undefined;
}

/** Words before a name in brackets or after a dash that may make it part of what was decided. */
const ofBody = /^(назначить|избрать|утвердить|состав[ае]?|председатель|секретарь|члены?|заместитель)$/;

/** Whether a name stands in brackets, or after a dash or comma at the end: «Подготовить смету – Ким Д. О.». */
export function isSetApart<P>(tokens: readonly Token[], { at, next }: Hit<P>, deadlines: readonly Span[]): boolean {
  const before = tokens[at - 1]?.key;
  const after = tokens[next];
  if (before !== '(' && before !== ',' && !isDash(before)) return false;
  if (tokens.slice(Math.max(0, at - 30), at).some(({ key }) => ofBody.test(key))) return false;
  if (before === '(') return after?.key === ')' || after?.key === ',';
  return !after || after.key === '.' || deadlines.some(({ start }) => start >= after.start && start <= after.end + 1);
}

/** Whether two people are named together: «Ким и Орлова», «Киму, Орловой». */
function isJoined<P>(
  tokens: readonly Token[],
  { next, person }: Hit<P>,
  byStart: ReadonlyMap<number, Hit<P>>,
): boolean {
  const isAnd = /^(и|,|или|совместно)$/.test(tokens[next]?.key ?? '');
  const other = byStart.get(next + 1);
  return isAnd && other !== undefined && other.person !== person;
}

/**
 * Whether another person gets a task of their own: «Киму – смету, Орловой – отчёт», «Киму собрать…, Орловой проверить».
 */
function isToldToo<P>(tokens: readonly Token[], { at, next, person }: Hit<P>, first: Hit<P>): boolean {
  if (at <= first.at || person === first.person || !/^[,;.]$/.test(tokens[at - 1]?.key ?? '')) return false;
  const after = tokens[next]?.key ?? '';
  return isDash(after) || isInfinitive(after);
}

/** People by the forms of their surname. */
type Names<P> = Map<string, { person: P; form: Form; given: string[] }[]>;

/** Cache of the names by list of people: many texts of a document are read with the same list. */
const readLists = new WeakMap<readonly NamedOwner[], Names<NamedOwner>>();

function knownNames<P extends NamedOwner>(people: readonly P[]): Names<P> {
  const before = readLists.get(people) as Names<P> | undefined;
  if (before) return before;
  const known: Names<P> = new Map();
  for (const person of people) {
    const words = person.name
      .trim()
      .split(/[\s.]+/)
      .filter(Boolean);
    const surname = words.find(({ length }) => length > 1);
    if (!surname) continue;
    const given = words.filter((word) => word !== surname).map(comparisonKey);
    for (const [word, form] of surnameForms(comparisonKey(surname))) {
      const same = known.get(word);
      if (same) same.push({ person, form, given });
      else known.set(word, [{ person, form, given }]);
    }
  }
  readLists.set(people, known);
  return known;
}

/** Finds the names of these people in the text, in any case. */
export function namesIn<P extends NamedOwner>(tokens: readonly Token[], people: readonly P[]): Hit<P>[] {
  const known = knownNames(people);
  const hits: Hit<P>[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const named = known.get(tokens[at]?.key ?? '');
    if (!named) continue;
    const after = givenAfter(tokens, at + 1);
    const start = startOfGivenBefore(tokens, at, hits.at(-1)?.next ?? 0);
    const written = after.given.length > 0 ? after.given : keysOfGiven(tokens.slice(start, at));
    const meant = named.filter(({ given }) => written.every((each, index) => isGiven(each, given[index])));
    if (meant.length === 0) continue;
    const [only] = meant.length === 1 ? meant : [];
    hits.push({ person: only?.person, form: only?.form, at: start, next: after.next });
    at = after.next - 1;
  }
  return hits;
}

/** Reads «Д. О.», «Д.О.» or «Дмитрию Олеговичу» after a surname. */
function givenAfter(tokens: readonly Token[], from: number): { given: string[]; next: number } {
  let next = from;
  while (next < from + 4 && isInitial(tokens, next)) next += 2;
  if (next === from && isFullName(tokens, from)) next += 2;
  return { given: keysOfGiven(tokens.slice(from, next)), next };
}

/** Returns where «Д. О.» or «Дмитрию Олеговичу» before a surname begins, not before `least`. */
function startOfGivenBefore(tokens: readonly Token[], at: number, least: number): number {
  let start = at;
  while (start > at - 4 && start - 2 >= least && isInitial(tokens, start - 2)) start -= 2;
  return start === at && at - 2 >= least && isFullName(tokens, at - 2) ? at - 2 : start;
}

/** Whether a given name and a patronymic stand here: «Дмитрию Олеговичу». */
function isFullName(tokens: readonly Token[], at: number): boolean {
  const isPatronymic = /(ич|ича|ичу|ичем|вна|вны|вне|вну|вной|чна|чны|чне|чну)$/.test(tokens[at + 1]?.key ?? '');
  return isPatronymic && /\p{L}/u.test(tokens[at]?.key ?? '');
}

const keysOfGiven = (tokens: readonly Token[]) => tokens.map(({ key }) => key).filter((key) => key !== '.');

/** Whether a written name, in any case, or its initial may be this given name or patronymic of a person. */
function isGiven(written: string, known = ''): boolean {
  if (known === '') return true;
  if (written.slice(0, 1) !== known.slice(0, 1)) return false;
  if (written.length === 1 || known.length === 1) return true;
  // The cases differ in vowels alone, even within the stem («Лев», «Львом»), and in the «м» of the instrumental.
  const [form, name] = [withoutVowels(written), withoutVowels(known)];
  return form === name || form === `${name}м`;
}

const withoutVowels = (word: string) => word.replaceAll(/[аеиоуыэюяйьъ]/g, '');

function isInitial(tokens: readonly Token[], at: number): boolean {
  return /^\p{Lu}$/u.test(tokens[at]?.text ?? '') && tokens[at + 1]?.key === '.';
}

/**
 * Declensions by the ending of the nominative: the number of letters to cut off for the stem, the endings that only an
 * object has, and all others.
 */
const declensions: [ending: RegExp, cut: number, ofObject: string, endings: string][] = [
  // Not «Цой», «Рой»: these have no other vowel.
  [/[аеиоуыэюя].*[иыо]й$/, 2, 'ого его', 'ий ый ой ому ему ым им ом ем'],
  [/(ая|яя)$/, 2, 'ую юю', 'ая яя ой ей ою ею'],
  [/[ая]$/, 1, 'у ю', 'а я ы и е ой ей ою ею'],
  [/[йь]$/, 1, 'я', 'й ь ю е и ем'],
  [/(ов|ев|ин|ын)$/, 0, 'а', ' у ым е'],
  [/[бвгджзклмнпрстфхцчшщ]$/, 0, 'а', ' у ом ем е'],
];

/**
 * Returns the words that may be this surname in one of its cases; each contains its whole stem, which may lose a vowel:
 * «Зайцу», «Орлу», «Воробью».
 */
function surnameForms(key: string): Map<string, Form> {
  const forms = new Map<string, Form>();
  const [first = '', second, ...more] = key.split('-');
  if (second && more.length === 0) {
    const [before, after] = [surnameForms(first), surnameForms(second)];
    for (const word of before.keys()) for (const [end, form] of after) forms.set(`${word}-${end}`, form);
    return forms;
  }
  const [, cut = 0, ofObject = '', endings = ''] = declensions.find(([ending]) => ending.test(key)) ?? [];
  const stems = [key.slice(0, key.length - cut)];
  const [, head, tail = ''] = /^(.*[аеиоуыэюя].*|л)[еоя]([цклр]|[нт]ь|й|(?<=^ле)в)$/.exec(key) ?? [];
  if (head) for (const sign of ['', 'ь', 'й']) stems.push(head + sign + tail.replace(/[йь]/, ''));
  for (const stem of stems) {
    for (const end of endings.split(' ')) forms.set(stem + end, 'other');
    for (const end of ofObject.split(' ')) forms.set(stem + end, 'object');
  }
  return forms.set(key, 'subject');
}
