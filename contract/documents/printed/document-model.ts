/** A piece of a paragraph with uniform formatting; `small` is for time codes. */
export type Run = { text: string; bold?: boolean; italic?: boolean; small?: boolean; link?: string };

/** Style of a paragraph; each writer defines its own layout for it. */
export type ParagraphStyle =
  | 'mark'
  | 'approval'
  | 'approvalDate'
  | 'organization'
  | 'title'
  | 'subtitle'
  | 'person'
  | 'heading'
  | 'agenda'
  | 'agendaNote'
  | 'item'
  | 'body'
  | 'label'
  | 'peopleLabel'
  | 'listPoint'
  | 'point'
  | 'pointNote'
  | 'annexNote'
  | 'annexMark'
  | 'annexTitle'
  | 'certified';

/** A number in a list: counted by the word processor in DOCX, printed as `label` in PDF. */
export type ListNumber = {
  list: 'agenda' | 'minutes' | 'tasks' | 'annex' | 'bullets' | 'numbers';
  level: 0 | 1 | 2;
  label: string;
  /** Index of the list within its text, since each list is counted separately. */
  instance?: number;
};

export type Paragraph = {
  kind: 'paragraph';
  style: ParagraphStyle;
  runs: Run[];
  number?: ListNumber;
  /** Text of a bookmark that leads to the paragraph. */
  outline?: string;
  /** Keeps the paragraph on one page with the next block. */
  keepNext?: boolean;
  pageBreakBefore?: boolean;
};

/** The row of date, place and number; an empty text leaves its place blank. */
export type Requisites = { kind: 'requisites'; date: string; place: string; number: string };

/**
 * Signature rows. `isMarked`: signed electronically, so there is no line to sign on. `keepNext`: as of a paragraph.
 */
export type Signatures = {
  kind: 'signatures';
  rows: { role: string; name: string }[];
  isMarked?: boolean;
  keepNext?: boolean;
};

/** The mark of an electronic signature: framed lines, of which the `title` is bold. */
export type SignatureFrame = { kind: 'frame'; title: string[]; lines: string[] };

/**
 * A table; `shares` are the relative widths of its columns, which add up to 1. `hasHead`: its first row is a head, which
 * is repeated on each page. `isSigned`: its rows leave room to write in; it also has a head. `keepNext`: keeps the last
 * rows on one page with the next block.
 */
export type TextTable = {
  kind: 'table';
  rows: Run[][][];
  shares: number[];
  hasHead?: boolean;
  isSigned?: boolean;
  keepNext?: boolean;
};

export type Block = Paragraph | Requisites | Signatures | SignatureFrame | TextTable;

/** The printed protocol: the only input of the PDF and DOCX writers. */
export type DocumentModel = {
  title: string;
  /** File name without an extension: «Протокол № 12 от 20.11.2026». */
  fileName: string;
  /** The same in ASCII, for old programs. */
  asciiFileName: string;
  organization: string;
  /** First number of the lists of agenda items: in an extract the item keeps its number in the protocol. */
  firstNumber: number;
  /** Content of the QR code at the foot of the last page; without it there is no code. */
  qrCode?: string;
  blocks: Block[];
};

/** Returns a paragraph of plain text or of runs. */
export function paragraph(
  style: ParagraphStyle,
  text: string | Run[],
  rest: Omit<Paragraph, 'kind' | 'style' | 'runs'> = {},
): Paragraph {
  return { kind: 'paragraph', style, runs: typeof text === 'string' ? [{ text }] : text, ...rest };
}
