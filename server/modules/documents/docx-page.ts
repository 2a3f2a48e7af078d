import {
  AlignmentType,
  Header,
  type ISectionOptions,
  convertMillimetersToTwip as mm,
  PageNumber,
  Paragraph,
  TextRun,
} from 'docx';
import { pageMargin } from './page-layout.ts';

/** Returns the page settings of a DOCX: margins, and page numbers from the second page on. */
export function pageOfDocx(): Omit<ISectionOptions, 'children'> {
  return {
    properties: {
      // The first page has its own, empty header, so that page numbers start on the second.
      titlePage: true,
      page: {
        size: { width: mm(210), height: mm(297) },
        margin: {
          left: mm(pageMargin.left),
          right: mm(pageMargin.right),
          top: mm(pageMargin.top),
          bottom: mm(pageMargin.bottom),
          header: mm(pageMargin.number),
          footer: mm(pageMargin.number),
        },
      },
    },
    headers: { first: new Header({ children: [new Paragraph({})] }), default: pageNumber() },
  };
}

function pageNumber(): Header {
  const number = new TextRun({ children: [PageNumber.CURRENT] });
  return new Header({ children: [new Paragraph({ alignment: AlignmentType.CENTER, children: [number] })] });
}
