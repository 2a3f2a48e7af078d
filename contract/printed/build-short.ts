import { closing } from './build-closing.ts';
import { heading } from './build-heading.ts';
import { decided, looseTasks, tasksByItem } from './build-minutes.ts';
import { present } from './build-people.ts';
import type { DocumentAgendaItem, DocumentInput, PrintSettings } from './document-input.ts';
import { type Block, paragraph } from './document-model.ts';
import { lines, shortened } from './russian-text.ts';
import { speakersOf } from './speakers.ts';

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
  const text = [title, ...rest].join(' ');
  return [
    paragraph('item', speakers.length > 0 ? `${text} (${speakers.join(', ')})` : text, {
      number: { list: 'minutes', level: 0, label: `${index}.` },
      outline: `${index}. ${shortened(title)}`,
      keepNext: true,
    }),
  ];
}
