import { placedAttachments } from '#contract/protocols/attachment.ts';
import { asTitle, noBreak, sentence, tidy } from '#contract/text/russian-text.ts';
import type { DocumentAgendaItem, DocumentAttachment, DocumentInput } from './document-input.ts';
import { type Block, paragraph } from './document-model.ts';

/**
 * «Приложения: 1. Список присутствовавших. 2. Смета на 2027 год (к вопросу 1), на 3 л.»: all annexes in the order of
 * their numbers. The list of those present comes first, since the text mentions it first.
 */
export function annexNote(input: DocumentInput, hasPeople: boolean): Block[] {
  const attached = attachedLines(input);
  // A single annex continues the line «Приложение:», so it begins with a small letter.
  const people = attached.length > 0 ? 'Список присутствовавших' : 'список присутствовавших';
  return listed(hasPeople ? [people, ...attached] : attached);
}

/** Returns the files among the annexes: «Смета на 2027 год (к вопросу 1), на 3 л.» */
export function attachedLines({ attachments, agenda }: Pick<DocumentInput, 'attachments' | 'agenda'>): string[] {
  return placedAttachments(attachments, agenda).map(({ attachment, question }) =>
    attachedWords(attachment, question > 0 ? ` (к${noBreak}вопросу${noBreak}${question})` : ''),
  );
}

/** Returns the annexes of an extract: those of its agenda item. */
export function annexNoteOf(item: DocumentAgendaItem, attachments: DocumentInput['attachments']): Block[] {
  const own = placedAttachments(attachments, [item]).filter(({ question }) => question > 0);
  return listed(own.map(({ attachment }) => attachedWords(attachment, '')));
}

/** Returns the number of the list of those present among the annexes; undefined if it is the only annex. */
export function peopleAnnexNumber({ attachments = [] }: DocumentInput): number | undefined {
  return attachments.length > 0 ? 1 : undefined;
}

/** Maximum number of annexes that stay on the page of the text before them. */
const maxKept = 6;

function listed(annexes: string[]): Block[] {
  const [only, ...others] = annexes;
  if (only === undefined) return [];
  if (others.length === 0) return [paragraph('annexNote', `Приложение: ${sentence(only)}`, { keepNext: true })];
  // Like a single annex, a few of them are no text beside which the signatures could stand alone.
  const keepNext = annexes.length <= maxKept;
  return [
    paragraph('annexNote', 'Приложения:', { keepNext: true }),
    ...annexes.map((annex, index) => paragraph('person', `${index + 1}.${noBreak}${sentence(annex)}`, { keepNext })),
  ];
}

function attachedWords({ title, name, sheets }: DocumentAttachment, place: string): string {
  const words = asTitle(tidy(title)) || tidy(name) || 'Файл без названия';
  return `${words}${place}, ${sheets ? `на${noBreak}${sheets}${noBreak}л.` : `1${noBreak}файл`}`;
}
