import type pdfmake from 'pdfmake';
import type { Content, Style } from 'pdfmake';
import type { Block, DocumentModel, ListNumber, Paragraph } from '#contract/documents/printed/document-model.ts';
import { firstLine, fontSize, lineHeight, listIndent, pageMargin, qrCodeSize, qrCodeWords } from './page-layout.ts';
import { inlines, mm } from './pdf-inlines.ts';
import { keptTogether } from './pdf-kept-blocks.ts';
import { requisites, signatureFrame, signatures } from './pdf-requisites.ts';
import { table } from './pdf-table.ts';
import { type Tag, tagOf } from './pdf-tags.ts';
import { layoutParts } from './pdf-text.ts';

type Definition = Parameters<typeof pdfmake.createPdf>[0];

const indent = { leadingIndent: mm(firstLine), alignment: 'justify' } as const;

const styles: Record<string, Style> = {
  mark: { alignment: 'right', margin: [0, 0, 0, 12] },
  approval: { margin: [mm(95), 0, 0, 3] },
  approvalDate: { margin: [mm(95), 0, 0, 16] },
  organization: { alignment: 'center', bold: true },
  title: { alignment: 'center', bold: true, fontSize: fontSize.title, margin: [0, 18, 0, 2] },
  subtitle: { alignment: 'center', bold: true },
  person: { margin: [0, 0, 0, 3] },
  heading: { bold: true, margin: [0, 14, 0, 6] },
  agenda: { ...indent, margin: [0, 0, 0, 3] },
  agendaNote: { ...indent, margin: [0, 0, 0, 3] },
  item: { ...indent, margin: [0, 14, 0, 4] },
  body: { ...indent, margin: [0, 0, 0, 4] },
  listPoint: { margin: [0, 0, 0, 3] },
  label: { ...indent, margin: [0, 4, 0, 4] },
  peopleLabel: { margin: [0, 0, 0, 3] },
  point: { ...indent, margin: [0, 0, 0, 4] },
  pointNote: { ...indent, margin: [0, 0, 0, 4] },
  annexNote: { margin: [0, 14, 0, 0] },
  annexMark: { alignment: 'right', margin: [0, 0, 0, 12] },
  annexTitle: { alignment: 'center', bold: true, margin: [0, 6, 0, 10] },
  certified: { margin: [0, 18, 0, 4] },
};

/** Returns the pdfmake definition of a protocol: layout only, every word comes from the model. */
export function pdfDefinition(model: DocumentModel): Definition {
  const tags = tagsOf(model.blocks);
  return {
    pageSize: 'A4',
    pageMargins: [mm(pageMargin.left), mm(pageMargin.top), mm(pageMargin.right), mm(pageMargin.bottom)],
    header: (page: number) => (page > 1 ? pageNumber(page) : null),
    ...(model.qrCode && { footer: qrCodeOn(model.qrCode) }),
    content: keptTogether(model.blocks, (block) => blockContent(block, tags)),
    styles,
    defaultStyle: { font: 'Tinos', fontSize: fontSize.text, lineHeight },
    language: 'ru-RU',
    displayTitle: true,
    tagged: true,
    subset: 'PDF/UA',
    version: '1.7',
    info: { title: model.title, author: model.organization, subject: model.title, creator: 'Протокол' },
  };
}

function pageNumber(page: number): Content {
  const size = fontSize.text;
  // The tops of the digits, not of the line, are 10 mm from the edge.
  const top = mm(pageMargin.number) - size * 0.2;
  return {
    text: String(page),
    alignment: 'center',
    lineHeight: 1,
    margin: [mm(pageMargin.left), top, mm(pageMargin.right), 0],
  };
}

/** Places the QR code in the bottom margin of the last page. */
function qrCodeOn(qr: string) {
  const margin: [number, number, number, number] = [0, mm(1), mm(pageMargin.right), 0];
  const code = { qr, alt: qrCodeWords(qr), fit: mm(qrCodeSize), eccLevel: 'M', alignment: 'right' };
  return (page: number, pages: number): Content | null => (page === pages ? ({ ...code, margin } as Content) : null);
}

type Tags = Map<Block, Tag>;

/** Returns the tag of each paragraph: a heading, a paragraph, or a list item; successive items share one list. */
function tagsOf(blocks: readonly Block[]): Tags {
  const tags: Tags = new Map();
  const hasTitle = blocks.some((block) => block.kind === 'paragraph' && block.style === 'title');
  const points: Block[][] = [];
  let isOpen = false;
  for (const block of blocks) {
    const isPoint = block.kind === 'paragraph' && block.style === 'listPoint';
    if (isPoint && isOpen) points.at(-1)?.push(block);
    else if (isPoint) points.push([block]);
    else if (block.kind === 'paragraph') tags.set(block, tagOf(headingOf(block, hasTitle) ?? 'P'));
    isOpen = isPoint;
  }
  for (const list of points) {
    const rows = list.map((block) => {
      const row = tagOf('LI', [tagOf('Lbl'), tagOf('LBody')]);
      tags.set(block, row);
      return row;
    });
    tagOf('L', rows);
  }
  return tags;
}

function headingOf({ style }: Paragraph, hasTitle: boolean): 'H1' | 'H2' | undefined {
  if (style === 'title' || (style === 'annexTitle' && !hasTitle)) return 'H1';
  return style === 'heading' || style === 'item' || style === 'annexTitle' ? 'H2' : undefined;
}

function blockContent(block: Block, tags: Tags): Content {
  if (block.kind === 'requisites') return requisites(block);
  if (block.kind === 'table') return table(block);
  if (block.kind === 'signatures') return signatures(block);
  if (block.kind === 'frame') return signatureFrame(block);
  return block.style === 'listPoint' && block.number ? listPoint(block, block.number, tags) : text(block, tags);
}

/** Puts the mark of a list item in a column to the left of its lines, indented by its level. */
function listPoint(block: Paragraph, { label, level }: ListNumber, tags: Tags): Content {
  const [mark, body] = tags.get(block)?.children ?? [];
  const [first = [], ...rest] = layoutParts(block.runs.flatMap(inlines));
  const lines = [first, ...rest].map((part) => ({ text: part, alignment: 'justify' as const, tag: body }));
  const left = mm(firstLine + level * listIndent - listIndent);
  return {
    columns: [
      { text: label, alignment: 'right', width: mm(listIndent - 1.5), tag: mark } as Content,
      { stack: lines, width: '*' },
    ],
    columnGap: mm(1.5),
    margin: [left, 0, 0, 3],
  };
}

function text(block: Paragraph, tags: Tags): Content {
  const tag = tags.get(block);
  const number = block.number ? [{ text: `${block.number.label}\u00a0`, bold: block.style === 'item' }] : [];
  const [first = [], ...rest] = layoutParts([...number, ...block.runs].flatMap(inlines));
  const content = {
    text: first,
    style: block.style,
    tag,
    ...(block.pageBreakBefore && { pageBreak: 'before' as const }),
    ...(block.outline && { outline: true, outlineText: block.outline }),
  };
  if (rest.length === 0) return content;
  return { stack: [content, ...rest.map((part) => ({ text: part, style: block.style, leadingIndent: 0, tag }))] };
}
