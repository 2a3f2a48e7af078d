import type { DocumentInput } from './document-input.ts';
import { isoDate, shortDate } from './russian-date.ts';
import { noBreak, tidy } from './russian-text.ts';

type Names = { title: string; fileName: string; asciiFileName: string };

/** «№ 12»; an empty text without a number. */
export function numberMark(number: DocumentInput['number']): string {
  const bare = tidy(number === null || number === undefined ? '' : String(number)).replace(/^№\s*/, '');
  return bare && `№${noBreak}${bare}`;
}

/** The title in the file's properties and the names of the file: «Протокол № 12 от 20.11.2026». */
export function documentNames(input: Pick<DocumentInput, 'number' | 'heldAt'>, timeZone: string): Names {
  const number = numberMark(input.number);
  const date = shortDate(input.heldAt, timeZone);
  const title = ['Протокол', number, date && `от ${date}`].filter(Boolean).join(' ').replaceAll(noBreak, ' ');
  const ascii = ['protokol', asciiOf(number), isoDate(input.heldAt, timeZone)].filter(Boolean).join('-');
  return { title, fileName: title.replace(/[\\/:*?"<>|]+/g, '-'), asciiFileName: ascii };
}

const asciiOf = (text: string) => text.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
