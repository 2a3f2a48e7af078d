import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  ImageRun,
  convertMillimetersToTwip as mm,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  TextWrappingType,
  VerticalAlign,
  WidthType,
} from 'docx';
import encodeQR from 'qr';
import type {
  Block,
  DocumentModel,
  ListNumber,
  Paragraph as ModelParagraph,
  Requisites,
  Run,
  SignatureFrame,
  Signatures,
  TextTable,
} from '#contract/documents/printed/document-model.ts';
import { pageOfDocx } from './docx-page.ts';
import { defaultStyles, numbering, paragraphStyles, styleIds } from './docx-styles.ts';
import {
  fontSize,
  pageMargin,
  textWidth as paperWidth,
  qrCodeSize,
  qrCodeWords,
  signatureFrameWidth,
} from './page-layout.ts';
import { repeatsHead, rowHeights, startLines, wholeLines } from './table-rows.ts';

const textWidth = mm(paperWidth);
const emuPerMillimetre = 36_000;

/**
 * Writes the protocol as a DOCX file with styles, headings and automatically numbered lists. Call it only in the
 * worker.
 */
export async function writeDocx(model: DocumentModel): Promise<Uint8Array> {
  const document = new Document({
    title: model.title,
    subject: model.title,
    creator: model.organization || 'Протокол',
    lastModifiedBy: 'Протокол',
    styles: { default: defaultStyles, paragraphStyles },
    numbering: numbering(model.firstNumber),
    sections: [
      {
        ...pageOfDocx(),
        children: [...renderAll(model.blocks), ...(model.qrCode ? [qrCode(model.qrCode)] : [])],
      },
    ],
  });
  return Packer.toBuffer(document);
}

/**
 * Word processors have no footer for the last page only, so the QR code is anchored to the end of the text, within the
 * lower margin.
 */
function qrCode(link: string): Paragraph {
  const side = Math.round((qrCodeSize / 25.4) * 96);
  const words = qrCodeWords(link);
  const picture = new ImageRun({
    type: 'gif',
    data: encodeQR(link, 'gif', { ecc: 'medium', scale: 6 }),
    transformation: { width: side, height: side },
    altText: { name: 'QR-код', title: 'QR-код', description: words },
    floating: {
      horizontalPosition: { relative: 'page', offset: (210 - pageMargin.right - qrCodeSize) * emuPerMillimetre },
      verticalPosition: { relative: 'page', offset: (297 - pageMargin.bottom + 1) * emuPerMillimetre },
      wrap: { type: TextWrappingType.NONE },
    },
  });
  return new Paragraph({ spacing: { line: 20, lineRule: 'exact' }, children: [picture] });
}

/**
 * Renders the blocks. LibreOffice does not keep a table on the page of the paragraph after it, but does keep the rows of
 * a table: what follows signatures on their page is written as rows below them.
 */
function renderAll(blocks: readonly Block[]): (Paragraph | Table)[] {
  const written: (Paragraph | Table)[] = [];
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index];
    if (block?.kind === 'signatures' && block.keepNext) {
      const below = keptBelow(blocks.slice(index + 1));
      written.push(...signatures(block, below));
      index += below.length;
    } else if (block) written.push(...render(block));
  }
  return written;
}

/** Returns the paragraphs that stay on the page of the block before them. */
function keptBelow(blocks: readonly Block[]): ModelParagraph[] {
  const last = blocks.findIndex((block) => block.kind !== 'paragraph' || !block.keepNext);
  return blocks.slice(0, last + 1).filter((block) => block.kind === 'paragraph');
}

function render(block: Block): (Paragraph | Table)[] {
  if (block.kind === 'requisites') return requisites(block);
  if (block.kind === 'table') return textTable(block);
  if (block.kind === 'frame') return signatureFrame(block);
  return block.kind === 'signatures' ? signatures(block) : [text(block)];
}

function text(block: ModelParagraph): Paragraph {
  return new Paragraph({
    style: styleIds[block.style],
    ...(block.keepNext && { keepNext: true, keepLines: true }),
    ...(block.pageBreakBefore && { pageBreakBefore: true }),
    ...(block.number && { numbering: numberOf(block.number) }),
    children: block.runs.map(textRun),
  });
}

function numberOf({ list, level, instance }: ListNumber) {
  return { reference: list, level, ...(instance !== undefined && { instance }) };
}

function textRun(run: Run): TextRun | ExternalHyperlink {
  const words = new TextRun({
    text: run.text,
    ...(run.bold && { bold: true }),
    ...(run.italic && { italics: true }),
    ...(run.small && { size: fontSize.small * 2 }),
    ...(run.link !== undefined && { underline: {} }),
  });
  return run.link === undefined ? words : new ExternalHyperlink({ link: run.link, children: [words] });
}

/** A bordered table within the text. */
function textTable(whole: TextTable): (Paragraph | Table)[] {
  const { rows, shares, isSigned = false, keepNext = false } = whole;
  const heights = rowHeights(whole);
  const hasRepeatedHead = repeatsHead(whole, heights);
  // The head stays on the page of the first row, the last rows on that of the next block.
  const isKept = (row: number) =>
    (hasRepeatedHead && row === 0) || (keepNext && row >= rows.length - 2 && (heights[row] ?? 0) <= startLines);
  const widths = shares.map((share) => Math.floor(share * textWidth));
  const written = rows.map(
    (cells, row) =>
      new TableRow({
        ...((isSigned || (heights[row] ?? 0) <= wholeLines) && { cantSplit: true }),
        ...(hasRepeatedHead && row === 0 && { tableHeader: true }),
        children: cells.map(
          (runs, column) =>
            new TableCell({
              width: { size: widths[column] ?? 0, type: WidthType.DXA },
              children: [new Paragraph({ ...(isKept(row) && { keepNext: true }), children: runs.map(textRun) })],
            }),
        ),
      }),
  );
  const grid = new Table({
    rows: written,
    columnWidths: widths,
    width: { size: textWidth, type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
    margins: { left: mm(1.5), right: mm(1.5), ...(isSigned && { top: mm(2.5), bottom: mm(2.5) }) },
  });
  return [...(isSigned ? [gapBefore(6)] : []), grid, gapAfter(6, keepNext)];
}

const plain = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const;
const noBorders = { top: plain, bottom: plain, left: plain, right: plain };
const line = { style: BorderStyle.SINGLE, size: 4, color: '000000' } as const;

function table(widths: number[], rows: TableRow[]): Table {
  return new Table({
    rows,
    columnWidths: widths,
    width: { size: textWidth, type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
    borders: { ...noBorders, insideHorizontal: plain, insideVertical: plain },
    margins: { left: 0, right: 0 },
  });
}

function cell(
  value: string,
  width: number,
  look: { alignment?: 'left' | 'center' | 'right'; signed?: boolean; isAtTop?: boolean } = {},
): TableCell {
  const { alignment = 'left', signed = false, isAtTop = false } = look;
  return new TableCell({
    width: { size: width, type: WidthType.DXA },
    borders: signed ? { ...noBorders, bottom: line } : noBorders,
    verticalAlign: isAtTop ? VerticalAlign.TOP : VerticalAlign.BOTTOM,
    children: [new Paragraph({ style: styleIds.person, alignment, keepNext: true, children: [new TextRun(value)] })],
  });
}

/** Uses a table instead of tabs, so that a long place wraps inside its own column. */
function requisites(block: Requisites): (Paragraph | Table)[] {
  const side = Math.round(textWidth * 0.3);
  const widths = [side, textWidth - 2 * side, side];
  const row = new TableRow({
    children: [
      cell(block.date, side, { isAtTop: true }),
      cell(block.place, textWidth - 2 * side, { alignment: 'center', isAtTop: true }),
      cell(block.number, side, { alignment: 'right', isAtTop: true }),
    ],
  });
  return [gapBefore(6), table(widths, [row]), gapAfter(6)];
}

/** The stamp of an electronic signature, unsplit and on the right, where people would sign by hand. */
function signatureFrame({ title, lines }: SignatureFrame): (Paragraph | Table)[] {
  const width = mm(signatureFrameWidth);
  const paragraphOf = (value: string, look: { bold?: boolean; size?: number }, isCentered: boolean) =>
    new Paragraph({
      style: styleIds.person,
      ...(isCentered && { alignment: AlignmentType.CENTER }),
      keepNext: true,
      children: [new TextRun({ text: value, ...look })],
    });
  const words = new TableCell({
    width: { size: width, type: WidthType.DXA },
    children: [
      ...title.map((value) => paragraphOf(value, { bold: true }, true)),
      ...lines.map((value) => paragraphOf(value, { size: fontSize.small * 2 }, false)),
    ],
  });
  const frame = new Table({
    rows: [new TableRow({ cantSplit: true, children: [words] })],
    columnWidths: [width],
    width: { size: width, type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
    alignment: AlignmentType.RIGHT,
    margins: { left: mm(1.5), right: mm(1.5), top: mm(1.5), bottom: mm(1.5) },
  });
  return [gapBefore(6), frame, gapAfter(1)];
}

function signatures(block: Signatures, below: readonly ModelParagraph[] = []): (Paragraph | Table)[] {
  const [sign, name] = [mm(40), mm(52)];
  const role = textWidth - sign - name;
  const rows = block.rows.map(
    (row) =>
      new TableRow({
        cantSplit: true,
        height: { value: 680, rule: 'atLeast' },
        children: [cell(row.role, role), cell('', sign, { signed: !block.isMarked }), cell(`  ${row.name}`, name)],
      }),
  );
  const added = below.map((paragraph) => {
    const whole = new TableCell({ columnSpan: 3, borders: noBorders, children: [text(paragraph)] });
    return new TableRow({ cantSplit: true, children: [whole] });
  });
  // Word requires a paragraph after the last table.
  const isFollowed = block.keepNext === true && below.length === 0;
  return [gapBefore(8), table([role, sign, name], [...rows, ...added]), gapAfter(1, isFollowed)];
}

/** Space above a table, kept on its page: otherwise signatures could stand alone on the last page. */
function gapBefore(points: number): Paragraph {
  return new Paragraph({ keepNext: true, spacing: spacing(points) });
}

function gapAfter(points: number, keepNext = false): Paragraph {
  return new Paragraph({ ...(keepNext && { keepNext }), spacing: spacing(points) });
}

function spacing(points: number) {
  return { before: points * 20, line: 20, lineRule: 'exact' } as const;
}
