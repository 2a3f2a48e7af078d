import {
  AlignmentType,
  BorderStyle,
  Document,
  convertMillimetersToTwip as mm,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TabStopType,
  TextRun,
  WidthType,
} from 'docx';
import { pageOfDocx } from '../docx-page.ts';
import { firstLine, textWidth } from '../page-layout.ts';

/** A paragraph of the sample; `label` is a bold beginning of its text, behind the tags in `open`. */
interface Line {
  text: string;
  open?: string;
  label?: string;
  bold?: boolean;
  italic?: boolean;
  to?: 'center' | 'right';
  /** Whether the first line is indented, as in the text of a protocol. */
  isIndented?: boolean;
  /** Points above it. */
  above?: number;
  /** Whether it stays on the page of what follows. */
  keepNext?: boolean;
}

/**
 * Writes the sample template for a new office: a protocol in the usual order with all kinds of fields. Call it only in
 * the thread.
 */
export async function writeSample(): Promise<Uint8Array> {
  const document = new Document({
    title: 'Образец шаблона протокола',
    creator: 'Протокол',
    styles: { default: { document: { run: { font: 'Times New Roman', size: 24, language: { value: 'ru-RU' } } } } },
    sections: [
      {
        ...pageOfDocx(),
        children: [...head.map(line), requisites(), ...body.map(line), taskTable(), ...foot.map(line)],
      },
    ],
  });
  return Packer.toBuffer(document);
}

/** Where the line for a signature begins, and the name behind it. */
const signColumns = [textWidth - 92, textWidth - 52].map((at) => ({ type: TabStopType.LEFT, position: mm(at) }));

const plain = (text: string): Line => ({ text });
const text = (words: string): Line => ({ text: words, isIndented: true });
const heading = (words: string): Line => ({ text: words, bold: true, above: 12, keepNext: true });
const labelled = (label: string, words: string): Line => ({ label, text: words, isIndented: true });
const only = (field: string, inner: Line): Line[] => [plain(`{#${field}}`), inner, plain(`{/${field}}`)];

const head: Line[] = [
  { text: '{#проект}{проект}{/проект}', to: 'right', italic: true },
  { text: '{#утверждаю}{утверждаю}{/утверждаю}', to: 'right' },
  { text: '{организация}', to: 'center', bold: true },
  { text: 'ПРОТОКОЛ{#номер} № {номер}{/номер}', to: 'center', bold: true, above: 12 },
  { text: '{заголовок}', to: 'center', bold: true },
];

const body: Line[] = [
  { text: '{#начало}Время: {начало}{#окончание}–{окончание}{/окончание}{/начало}', above: 6 },
  labelledLeft('{#председательствующий}', 'Председательствующий', ' – {председательствующий}{/председательствующий}'),
  labelledLeft('{#секретарь}', 'Секретарь', ' – {секретарь}{/секретарь}'),
  labelledLeft('{#есть_присутствовали}', 'Присутствовали, {число_присутствовавших}:', '{/есть_присутствовали}'),
  plain('{#присутствовали}'),
  plain('{номер}. {человек}'),
  plain('{/присутствовали}'),
  labelledLeft('{#есть_приглашённые}', 'Приглашённые:', '{/есть_приглашённые}'),
  plain('{#приглашённые}'),
  plain('{человек}'),
  plain('{/приглашённые}'),
  labelledLeft('{#есть_отсутствовали}', 'Отсутствовали:', '{/есть_отсутствовали}'),
  plain('{#отсутствовали}'),
  plain('{человек}'),
  plain('{/отсутствовали}'),
  plain('{кворум}'),
  heading('{#есть_вопросы}ПОВЕСТКА ДНЯ:{/есть_вопросы}'),
  plain('{#вопросы}'),
  text('{номер}. {вопрос}{#докладчик}\u00a0– докладчик {докладчик}{/докладчик}'),
  plain('{/вопросы}'),
  plain('{#вопросы}'),
  { ...heading('{номер}. {вопрос}'), isIndented: true },
  // Paragraphs with such a tag alone are left out, and so is what stands between them, if the field has no value.
  ...only('слушали', labelled('СЛУШАЛИ: ', '{слушали}')),
  ...only('выступили', labelled('ВЫСТУПИЛИ: ', '{выступили}')),
  ...only('есть_решения', { ...labelled('РЕШИЛИ:', ''), keepNext: true }),
  plain('{#решения}'),
  text('{номер} {решение}'),
  plain('{/решения}'),
  ...only('голосование', text('{голосование}')),
  plain('{/вопросы}'),
  // Tasks of the questions are printed with their decisions.
  plain('{#есть_прочие_поручения}'),
  heading('ПОРУЧЕНИЯ:'),
];

const foot: Line[] = [
  plain('{/есть_прочие_поручения}'),
  labelledLeft('{#есть_приложения}', 'Приложения:', '{/есть_приложения}'),
  plain('{#приложения}'),
  plain('{номер}. {приложение}'),
  plain('{/приложения}'),
  signature('председательствующий', 'Председательствующий', '{подпись_председательствующего}'),
  signature('секретарь', 'Секретарь', '{подпись_секретаря}'),
];

function labelledLeft(open: string, label: string, words: string): Line {
  return { open, label, text: words };
}

function signature(field: string, role: string, name: string): Line {
  return { text: `{#${field}}${role}\t_______________\t${name}{/${field}}`, above: 18, keepNext: true };
}

function line({
  text: words,
  open,
  label,
  bold,
  italic,
  to,
  isIndented,
  above = 0,
  keepNext = false,
}: Line): Paragraph {
  const look = { ...(bold && { bold: true }), ...(italic && { italics: true }) };
  return new Paragraph({
    spacing: { before: above * 20, after: 80 },
    keepNext,
    // Not justified: a break of line in a field would stretch the line before it.
    ...(isIndented && { indent: { firstLine: mm(firstLine) } }),
    ...(to && { alignment: to === 'center' ? AlignmentType.CENTER : AlignmentType.RIGHT }),
    ...(words.includes('\t') && { tabStops: signColumns }),
    children: [
      ...(open ? [new TextRun({ text: open, ...look })] : []),
      ...(label ? [new TextRun({ text: label, bold: true })] : []),
      new TextRun({ text: words, ...look }),
    ],
  });
}

const noLine = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const;

function requisites(): Table {
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    borders: {
      top: noLine,
      bottom: noLine,
      left: noLine,
      right: noLine,
      insideHorizontal: noLine,
      insideVertical: noLine,
    },
    rows: [
      new TableRow({
        children: [
          new TableCell({ children: [new Paragraph('{дата}')] }),
          new TableCell({
            children: [new Paragraph({ alignment: AlignmentType.RIGHT, children: [new TextRun('{место}')] })],
          }),
        ],
      }),
    ],
  });
}

/** Per cent of the width, from the number to the deadline. */
const columnShares = [8, 47, 27, 18];

/** A list in a table repeats its row: it begins in the first cell and ends in the last. */
function taskTable(): Table {
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: [
      row(['№', 'Что сделать', 'Кто', 'Срок']),
      row(['{#прочие_поручения}{номер}', '{что}', '{исполнитель}', '{срок}{/прочие_поручения}']),
    ],
  });
}

function row(cells: string[]): TableRow {
  const margins = { left: mm(1.5), right: mm(1.5), top: mm(1), bottom: mm(1) };
  return new TableRow({
    cantSplit: true,
    children: cells.map(
      (words, column) =>
        new TableCell({
          margins,
          width: { size: columnShares[column] ?? 0, type: WidthType.PERCENTAGE },
          children: [new Paragraph(words)],
        }),
    ),
  });
}
