import { deadlinesIn, type WordedDeadline } from '#contract/decisions/parse-deadline.ts';
import type { Hit } from '#contract/decisions/parse-owner.ts';
import { addresses, isToDo, splitDecision } from '#contract/decisions/split-decision.ts';
import { type ToldOwners, toldOwners } from '#contract/decisions/told-owners.ts';
import { capitalized, uncapitalized } from '#contract/text/capitalized.ts';
import { isInfinitive } from '#contract/text/infinitive.ts';
import { dativesOf } from '#contract/text/person-dative.ts';
import { surnameFirst, surnamesFirst } from '#contract/text/person-name.ts';
import { noBreak } from '#contract/text/russian-text.ts';
import { type Token, tokensOf } from '#contract/text/text-tokens.ts';

/** A task to be printed: assignee, deadline, and the people whom its words may name. */
export interface Asked {
  name: string | undefined;
  /** Everybody who has the task: the assignee, and those who share it and are not named by its words. */
  names: readonly string[];
  /** «04.12.2026», or an empty text. */
  due: string;
  /** The days from which «через две недели» may be counted, YYYY-MM-DD. */
  from: readonly string[];
  people: readonly { name: string }[];
  /** The deadline was changed after the decision: it replaces the decided one. */
  isMoved: boolean;
}

/** Printed words of a task, with owner and deadline if the words lack them. */
export interface TaskWords {
  text: string;
  owner?: string | undefined;
  due?: string | undefined;
}

/** A range of a text and its replacement. */
type Edit = { start: number; end: number; text: string };

interface Reading extends ToldOwners<{ name: string }> {
  text: string;
  tokens: readonly Token[];
  deadlines: readonly WordedDeadline[];
}

/**
 * Returns a decision or title as it was written, with initials after names and the deadline in figures. Owner and
 * deadline that it lacks are inserted, else returned separately. Values that the task lacks stay as they were decided.
 * Returns undefined if the text names another owner or another day than the task.
 */
export function wordsAsWritten(text: string, asked: Asked): TaskWords | undefined {
  const { name, due, people } = asked;
  const readings = asked.from.map((from) => read(text, people, from));
  const same = readings.find(({ deadlines }) => !due || deadlines.length === 0 || says(deadlines, due));
  const reading = same ?? readings[0];
  if (!reading) return undefined;
  const { told, named } = reading;
  const isTold = told.some(({ person }) => !name || person?.name === name);
  if (!same && !(isTold && asked.isMoved && inFigures(reading, due).length > 0)) return undefined;
  if (isTold) return asTold(reading, due);
  if (told.length > 0) return undefined;
  return named.some(({ person }) => person?.name === name)
    ? apart(reading, asked)
    : addressed(reading, asked, splitDecision(text, { people, from: asked.from[0] ?? '' }).phrase);
}

function read(text: string, people: readonly { name: string }[], from: string): Reading {
  const tokens = tokensOf(text);
  const deadlines = deadlinesIn(text, from, tokens);
  return { text, tokens, deadlines, ...toldOwners(tokens, people, deadlines) };
}

/** Whether one of these deadlines is the day `due`, «04.12.2026». */
const says = (deadlines: readonly WordedDeadline[], due: string) =>
  deadlines.some(({ day }) => day === due.split('.').reverse().join('-'));

/** For a text that names its owner: only the deadline may be missing. */
function asTold(reading: Reading, due: string): TaskWords {
  const { told, leading, deadlines, text, tokens } = reading;
  const edits = [...inFigures(reading, due), ...told.flatMap((hit) => withInitials(reading, hit))];
  if (!due || isSaid(reading, edits)) return { text: edited(text, edits) };
  const end = leading && mayFollow(reading, leading) ? tokens[leading.next - 1]?.end : undefined;
  if (deadlines.length > 0 || end === undefined || tellsTime(tokens)) return { text: edited(text, edits), due };
  const until = { start: end, end, text: ` до${noBreak}${due}` };
  return { text: edited(text, [...edits, until]) };
}

/**
 * For a text without an owner: «Киму Д. О. до 04.12.2026 представить план», «Поручить Киму Д. О. подготовку отчёта».
 */
function addressed(reading: Reading, asked: Asked, phrase: string): TaskWords {
  const { names, due } = asked;
  const { text, tokens, verb, deadlines } = reading;
  const whom = dativesOf(names);
  const edits = inFigures(reading, due);
  const until = deadlines.length === 0 && due && !tellsTime(tokens) ? `до${noBreak}${due}` : '';
  const isLeft = due !== '' && !until && !isSaid(reading, edits);
  const left = isLeft ? { due } : {};
  // «Поручить отделу снабжения подготовить заявку» has its addressee, who is not the assignee.
  if (verb && addresses(tokens.slice(tokens.indexOf(verb) + 1))) return apart(reading, asked);
  if (verb && verb.key !== 'обязать' && whom) {
    const added = [whom, until].filter(Boolean).join(' ');
    return { text: edited(text, [...edits, { start: verb.end, end: verb.end, text: ` ${added}` }]), ...left };
  }
  if (!isToDo(phrase)) return apart(reading, asked);
  // «Поручить подготовить отчёт» with a name that cannot be declined.
  const words = edited(text, verb ? [...edits, { start: verb.start, end: verb.end + 1, text: '' }] : edits).trim();
  const owner = surnamesFirst(names);
  const head = whom ?? (owner && `${owner}${noBreak}–`);
  if (!head && !until) return { text: edited(text, edits), ...left };
  return { text: [head, until, uncapitalized(words)].filter(Boolean).join(' '), ...left };
}

/** Appends the terms: «План закупок. Ответственный – Ким Д. О., срок – 04.12.2026.» */
function apart(reading: Reading, { names, due }: Asked): TaskWords {
  const edits = inFigures(reading, due);
  return {
    text: edited(reading.text, edits),
    owner: surnamesFirst(names),
    ...(due && !isSaid(reading, edits) && { due }),
  };
}

/** Whether a deadline may follow the name: an action follows it without punctuation. */
function mayFollow({ tokens, verb }: Reading, { next }: Hit<unknown>): boolean {
  if (!/^\p{L}/u.test(tokens[next]?.key ?? '')) return false;
  return verb !== undefined || tokens.slice(next, next + 12).some(({ key }) => isInfinitive(key));
}

/** Whether the edited text states the day: in figures, or in words that a later reader can date. */
function isSaid({ deadlines, text }: Reading, edits: readonly Edit[]): boolean {
  return deadlines.some(
    (each) => edits.some(({ start }) => start === each.start) || !isOpen(text.slice(each.start, each.end)),
  );
}

/** Whether a later reader cannot tell which day the words mean: «В течение 10 дней». */
const isOpen = (words: string) => /^(через|в течение|в \S+ срок|в срок \d)/i.test(words) || /завтра/i.test(words);

/** Replaces «до 4 декабря» by «до 04.12.2026», if all deadlines of the text are one day and each is complete. */
function inFigures(reading: Reading, due: string): Edit[] {
  const { deadlines, text } = reading;
  if (!due || new Set(deadlines.map(({ day }) => day)).size !== 1) return [];
  if (deadlines.some((each) => each.isKept || !isWhole(reading, each))) return [];
  return deadlines.map(({ start, dayAt, end }) => {
    const before = text.slice(start, dayAt);
    const isLabel = /срок\S*\s*$/i.test(before);
    const lead = before === '' || isLabel ? `${before}до ` : before.replace(/^на\s/i, 'до ');
    const [tail = ''] = /\s\(?\s*включительно\s*\)?$/i.exec(text.slice(dayAt, end)) ?? [];
    const until = `${lead.trimEnd()}${noBreak}${due}${tail}`;
    return { start, end, text: start === 0 ? capitalized(until) : until };
  });
}

/**
 * Whether the text names a time, recognised as a deadline or not: «до 1.2», «до конца проверки», «в течение дня после
 * подписания».
 */
export function tellsTime(tokens: readonly Token[]): boolean {
  return tokens.some(({ key }, at) => {
    const next = tokens[at + 1]?.key ?? '';
    if (key === 'течение') return true;
    if (key === 'через') return isLength(tokens, at + 1);
    return /^(до|ко?|позднее|позже|чем)$/.test(key) && /^([«"“„\p{N}]|кон(ца|цу)$)/u.test(next);
  });
}

const isLength = (tokens: readonly Token[], at: number) =>
  tokens.slice(at, at + 4).some(({ key }) => /^(д(ень|ня|ней)|недел|месяц|год)/.test(key));

/** Whether a deadline is complete: not in «до пятницы, 27 ноября», «в течение 10 дней после подписания». */
function isWhole({ tokens, named }: Reading, { end }: WordedDeadline): boolean {
  const at = tokens.findIndex(({ start }) => start >= end);
  if (at < 0) return true;
  const [last, next, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (/^(после|со|с|от|по|и|или|к|до|либо|включая|\p{N}+)$/u.test(next?.key ?? '')) return false;
  if (/^[,(/:.–—-]$/.test(next?.key ?? '') && /^\p{N}/u.test(after?.key ?? '')) return false;
  // «… 2026 г. Киму доложить»: it is not certain whether the sentence ends there.
  return last?.key !== '.' || !/^\p{Lu}/u.test(next?.text ?? '') || named.some((hit) => hit.at === at);
}

/** Changes «Киму Д.О.» and «Киму» to «Киму Д. О.», «Д.О. Киму» to «Д. О. Киму»; other forms stay as they are. */
function withInitials({ text, tokens }: Reading, { person, at, next }: Hit<{ name: string }>): Edit[] {
  const [first, last] = [tokens[at], tokens[next - 1]];
  const [, ...initials] = surnameFirst(person?.name).split(noBreak);
  if (!first || !last || initials.length === 0 || !/^\p{Lu}/u.test(first.text)) return [];
  const { start, end } = { start: first.start, end: last.end };
  if (first.text.length === 1) return [{ start, end, text: text.slice(start, end).replace(/\.\s*/g, `.${noBreak}`) }];
  // A list of people may lack a patronymic that the text has.
  const isWhole = (next - at - 1) / 2 <= initials.length;
  const isPlain = next === at + 1 || (last.key === '.' && isWhole);
  return isPlain ? [{ start, end, text: [first.text, ...initials].join(noBreak) }] : [];
}

/** Returns the text with these ranges replaced; they must not overlap. */
function edited(text: string, edits: readonly Edit[]): string {
  let made = '';
  let at = 0;
  for (const edit of [...edits].sort((one, other) => one.start - other.start)) {
    made += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return made + text.slice(at);
}
