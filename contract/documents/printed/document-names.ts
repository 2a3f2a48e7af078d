import type { DocumentForm } from '#contract/documents/document.ts';
import { noBreak, tidy } from '#contract/text/russian-text.ts';
import type { DocumentInput } from './document-input.ts';
import { isoDate, shortMeetingDate } from './russian-date.ts';

type NamedInput = Pick<DocumentInput, 'number' | 'heldAt' | 'endedAt'>;
export type DocumentNames = { title: string; fileName: string; asciiFileName: string };

/** Returns «№ 12»; an empty text without a number. */
export function numberMark(number: DocumentInput['number']): string {
  const bare = tidy(number === null || number === undefined ? '' : String(number)).replace(/^№\s*/, '');
  return bare && `№${noBreak}${bare}`;
}

/** Returns «№ 12 от 20.11.2026», to follow the word «протокол»; unknown parts are left out. */
export function protocolMark(input: NamedInput, timeZone: string): string {
  const date = shortMeetingDate(input.heldAt, input.endedAt, timeZone);
  return [numberMark(input.number), date && `от ${date}`].filter(Boolean).join(' ');
}

/**
 * Returns the title in the file's properties and the file names: «Протокол № 12 от 20.11.2026», «Выписка из протокола
 * № 12 от 20.11.2026, вопрос 2».
 */
export function documentNames(
  input: NamedInput,
  timeZone: string,
  form: DocumentForm = 'full',
  position?: number,
): DocumentNames {
  const { first, last, ascii: word } = formNames[form];
  const whole = [first, protocolMark(input, timeZone)].filter(Boolean).join(' ').replaceAll(noBreak, ' ');
  const title = `${whole}${last}${position === undefined ? '' : `, вопрос ${position}`}`;
  const parts = [word, asciiOf(numberMark(input.number)), isoDate(input.heldAt, timeZone), position];
  const ascii = parts.filter(Boolean).join('-');
  return { title, fileName: title.replace(/[\\/:*?"<>|]+/g, '-'), asciiFileName: ascii };
}

const formNames: Record<DocumentForm, { first: string; last: string; ascii: string }> = {
  full: { first: 'Протокол', last: '', ascii: 'protokol' },
  short: { first: 'Протокол', last: ' (краткая форма)', ascii: 'kratkiy-protokol' },
  extract: { first: 'Выписка из протокола', last: '', ascii: 'vypiska' },
  signed: { first: 'Протокол', last: ' (копия с отметкой об электронной подписи)', ascii: 'protokol-kopiya' },
  present: { first: 'Список присутствовавших к протоколу', last: '', ascii: 'spisok' },
  attendance: { first: 'Явочный лист к протоколу', last: '', ascii: 'yavochnyy-list' },
  agreement: { first: 'Лист согласования протокола', last: '', ascii: 'list-soglasovaniya' },
  reading: { first: 'Лист ознакомления с протоколом', last: '', ascii: 'list-oznakomleniya' },
};

const asciiOf = (text: string) => text.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
