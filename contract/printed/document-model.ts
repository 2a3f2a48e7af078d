/** A piece of a paragraph; `small` is for time codes. */
export type Run = { text: string; bold?: boolean; italic?: boolean; small?: boolean; link?: string };

/** How a paragraph looks; each writer gives every one its own layout. */
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

/** A number of a list: counted by the word processor in DOCX, printed as `label` in PDF. */
export type ListNumber = {
  list: 'agenda' | 'minutes' | 'tasks' | 'annex' | 'bullets' | 'numbers';
  level: 0 | 1 | 2;
  label: string;
  /** Of the lists in a text: each counts for itself. */
  instance?: number;
};

export type Paragraph = {
  kind: 'paragraph';
  style: ParagraphStyle;
  runs: Run[];
  number?: ListNumber;
  /** The text of a bookmark to it. */
  outline?: string;
  /** Stays on one page with what follows. */
  keepNext?: boolean;
  pageBreakBefore?: boolean;
};

/** The row of date, place and number; an empty text leaves its place free. */
export type Requisites = { kind: 'requisites'; date: string; place: string; number: string };

/** `isMarked`: signed elsewhere, so that no line waits for a hand. */
export type Signatures = { kind: 'signatures'; rows: { role: string; name: string }[]; isMarked?: boolean };

/** The mark of an electronic signature: its lines in a frame, the first ones bold. */
export type SignatureFrame = { kind: 'frame'; title: string[]; lines: string[] };

/** A table cell by cell; `shares` are the widths of its columns, together 1. `isSigned`: its rows leave room to write in. */
export type TextTable = { kind: 'table'; rows: Run[][][]; shares: number[]; isSigned?: boolean };

export type Block = Paragraph | Requisites | Signatures | SignatureFrame | TextTable;

/** The protocol as it is printed: the writers of PDF and DOCX know nothing else. */
export type DocumentModel = {
  title: string;
  /** Without an ending: «Протокол № 12 от 20.11.2026». */
  fileName: string;
  /** The same for old programs, in ASCII. */
  asciiFileName: string;
  organization: string;
  /** Where the lists of questions begin to count: an extract keeps the number that its item has in the protocol. */
  firstNumber: number;
  /** What the QR code at the foot of the last page says; none without it. */
  qrCode?: string;
  blocks: Block[];
};

/** A paragraph of plain text. */
export function paragraph(
  style: ParagraphStyle,
  text: string | Run[],
  rest: Omit<Paragraph, 'kind' | 'style' | 'runs'> = {},
): Paragraph {
  return { kind: 'paragraph', style, runs: typeof text === 'string' ? [{ text }] : text, ...rest };
}
