import { surnameFirst } from '#contract/text/person-name.ts';
import { asTitle, bookmarkTitle, lines, noBreak, tidy } from '#contract/text/russian-text.ts';
import { isShortName } from '#contract/text/short-name.ts';
import { closing } from './build-closing.ts';
import { heading } from './build-heading.ts';
import { decided, looseTasks, tasksByItem } from './build-minutes.ts';
import { present } from './build-people.ts';
import type { DocumentAgendaItem, DocumentInput, DocumentPerson, PrintSettings } from './document-input.ts';
import { type Block, paragraph } from './document-model.ts';

/** Builds «Краткая форма»: each item with its title, the speakers in brackets, and the decisions; no discussion. */
export function buildShort(input: DocumentInput, settings: PrintSettings): Block[] {
  const people = present(input, settings);
  const tasks = tasksByItem(input);
  return [
    ...heading(input, settings),
    ...people.blocks,
    ...input.agenda.flatMap((item, index) => [
      ...considered(item, index + 1, input),
      ...decided(item, index + 1, tasks.get(item.id), settings, input),
    ]),
    ...looseTasks(input, settings),
    ...closing(input, people.annex, settings),
  ];
}

/** Builds «1. О бюджете (Иванов С. П., Ким Д. А.)». */
function considered(item: DocumentAgendaItem, index: number, input: DocumentInput): Block[] {
  const [title = 'Вопрос без названия', ...rest] = lines(item.title);
  const speakers = speakersOf(item, input.members);
  const text = asTitle([title, ...rest].join(' '));
  return [
    paragraph('item', speakers.length > 0 ? `${text} (${speakers.join(', ')})` : text, {
      number: { list: 'minutes', level: 0, label: `${index}.` },
      outline: `${index}. ${bookmarkTitle(title)}`,
      keepNext: true,
    }),
  ];
}

/** Text before a dash or a colon at the beginning of a line: «Ким Д. А. – предложил…». */
const beginning = /^([^–—:]{2,120}?)(?:[ \u00a0][–—-][ \u00a0]|:(?=\s|$))/u;

/** Mark at the beginning of a list line: «–», «2.». */
const mark = /^(?:[–•]|\d{1,4}\.)[ \u00a0]+/u;

/**
 * Returns who spoke on an item: the speaker, then everybody named at the beginning of a line of «выступили». A text
 * counts as a name only if it is that of a participant, or a surname with initials.
 */
export function speakersOf(item: DocumentAgendaItem, members: readonly DocumentPerson[]): string[] {
  const known = new Map<string, string>();
  for (const person of [...members, item.speaker]) {
    const name = surnameFirst(person?.name);
    if (name) for (const form of [name, tidy(person?.name)]) known.set(plain(form), name);
  }
  const spoke = lines(item.discussion).flatMap((line) =>
    namesIn(beginning.exec(line.replace(mark, ''))?.[1] ?? '', known),
  );
  return [...new Set([surnameFirst(item.speaker?.name), ...spoke])].filter(Boolean);
}

/** Returns all of the names, or none if the text contains anything else. */
function namesIn(text: string, known: Map<string, string>): string[] {
  if (text === '') return [];
  const names = text.split(/,[ \u00a0]|[ \u00a0]и[ \u00a0]/u).map((part) => {
    const bare = tidy(part);
    return known.get(plain(bare)) ?? (isShortName(bare) ? surnameFirst(bare) : undefined);
  });
  return names.every((name) => name !== undefined) ? names : [];
}

const plain = (name: string) => name.replaceAll(noBreak, ' ').replaceAll(/\.\s*/g, '. ').trim().toLowerCase();
