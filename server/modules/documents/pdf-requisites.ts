import type { Content } from 'pdfmake';
import type { Requisites, SignatureFrame, Signatures } from '#contract/documents/printed/document-model.ts';
import { fontSize, signatureFrameWidth, textWidth } from './page-layout.ts';
import { mm, paragraphTag, plain } from './pdf-inlines.ts';

/** The row of date, place and number. */
export function requisites(block: Requisites): Content {
  return {
    columns: [
      { text: plain(block.date), width: '30%', ...paragraphTag() },
      { text: plain(block.place), width: '*', alignment: 'center', ...paragraphTag() },
      { text: plain(block.number), width: '30%', alignment: 'right', ...paragraphTag() },
    ],
    columnGap: 8,
    margin: [0, 12, 0, 12],
  };
}

/** The stamp of an electronic signature, unsplit and on the right, where people would sign by hand. */
export function signatureFrame({ title, lines }: SignatureFrame): Content {
  const line = (value: string, look: object) => ({ text: plain(value), ...look, ...paragraphTag() });
  return {
    table: {
      widths: [mm(signatureFrameWidth)],
      dontBreakRows: true,
      body: [
        [
          {
            stack: [
              ...title.map((value) => line(value, { alignment: 'center', bold: true })),
              ...lines.map((value) => line(value, { fontSize: fontSize.small })),
            ],
          },
        ],
      ],
    },
    layout: { hLineWidth: () => 1, vLineWidth: () => 1, paddingTop: () => 4, paddingBottom: () => 4 },
    unbreakable: true,
    margin: [mm(textWidth - signatureFrameWidth) - 10, 8, 0, 4],
  };
}

/** The signatories, each with a line for the signature. */
export function signatures(block: Signatures): Content {
  const none = [false, false, false, false] as [boolean, boolean, boolean, boolean];
  const line = [false, false, false, !block.isMarked] as [boolean, boolean, boolean, boolean];
  const cell = (value: string, left = 0) => ({
    text: plain(value),
    ...paragraphTag(),
    border: none,
    margin: [left, 22, 0, 0] as [number, number, number, number],
  });
  return {
    table: {
      widths: ['*', mm(40), mm(52)],
      dontBreakRows: true,
      body: block.rows.map((row) => [cell(row.role), { text: '', border: line }, cell(row.name, 8)]),
    },
    layout: {
      hLineWidth: () => 0.6,
      paddingLeft: () => 0,
      paddingRight: () => 0,
      paddingTop: () => 0,
      paddingBottom: () => 0,
    },
    unbreakable: true,
    margin: [0, 8, 0, 0],
  };
}
