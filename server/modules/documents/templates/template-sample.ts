import { AlignmentType, Document, Packer, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx';
import { pageOfDocx } from '../docx-page.ts';

type Line = string | { text: string; bold?: boolean; to?: 'center' | 'right'; italic?: boolean };

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

const bold = (text: string): Line => ({ text, bold: true });

const head: Line[] = [
  { text: '{#проект}{проект}{/проект}', to: 'right', italic: true },
  { text: '{#утверждаю}{утверждаю}{/утверждаю}', to: 'right' },
  { text: '{организация}', to: 'center' },
  { text: 'ПРОТОКОЛ{#номер} № {номер}{/номер}', to: 'center', bold: true },
  { text: '{заголовок}', to: 'center' },
];

const body: Line[] = [
  '{#начало}Время: {начало}{#окончание}–{окончание}{/окончание}{/начало}',
  '{#председательствующий}Председательствующий – {председательствующий}{/председательствующий}',
  '{#секретарь}Секретарь – {секретарь}{/секретарь}',
  '{#есть_присутствовали}Присутствовали, {число_присутствовавших}:{/есть_присутствовали}',
  '{#присутствовали}',
  '{номер}. {человек}',
  '{/присутствовали}',
  '{#есть_приглашённые}Приглашённые:{/есть_приглашённые}',
  '{#приглашённые}',
  '{человек}',
  '{/приглашённые}',
  '{#есть_отсутствовали}Отсутствовали:{/есть_отсутствовали}',
  '{#отсутствовали}',
  '{человек}',
  '{/отсутствовали}',
  '{кворум}',
  bold('{#есть_вопросы}ПОВЕСТКА ДНЯ:{/есть_вопросы}'),
  '{#вопросы}',
  '{номер}. {вопрос}{#докладчик}\u00a0– докладчик {докладчик}{/докладчик}',
  '{/вопросы}',
  '{#вопросы}',
  bold('{номер}. {вопрос}'),
  '{#слушали}СЛУШАЛИ: {слушали}{/слушали}',
  '{#выступили}ВЫСТУПИЛИ: {выступили}{/выступили}',
  bold('{#есть_решения}РЕШИЛИ:{/есть_решения}'),
  '{#решения}',
  '{номер} {решение}',
  '{/решения}',
  '{голосование}',
  '{/вопросы}',
  // Tasks of the questions are printed with their decisions.
  '{#есть_прочие_поручения}',
  bold('ПОРУЧЕНИЯ:'),
];

const foot: Line[] = [
  '{/есть_прочие_поручения}',
  '{#есть_приложения}Приложения:{/есть_приложения}',
  '{#приложения}',
  '{номер}. {приложение}',
  '{/приложения}',
  '{#председательствующий}Председательствующий _______________ {подпись_председательствующего}{/председательствующий}',
  '{#секретарь}Секретарь _______________ {подпись_секретаря}{/секретарь}',
];

function line(content: Line): Paragraph {
  const { text, bold: isBold, to, italic } = typeof content === 'string' ? { text: content } : content;
  return new Paragraph({
    spacing: { after: 80 },
    ...(to && { alignment: to === 'center' ? AlignmentType.CENTER : AlignmentType.RIGHT }),
    children: [new TextRun({ text, ...(isBold && { bold: true }), ...(italic && { italics: true }) })],
  });
}

function requisites(): Table {
  return new Table({ width: { size: 100, type: WidthType.PERCENTAGE }, rows: [row(['{дата}', '{место}'])] });
}

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
  return new TableRow({ children: cells.map((text) => new TableCell({ children: [new Paragraph(text)] })) });
}
