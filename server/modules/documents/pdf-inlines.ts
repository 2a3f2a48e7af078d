import type { Run } from '#contract/documents/printed/document-model.ts';
import { fontSize } from './page-layout.ts';
import { tagOf } from './pdf-tags.ts';
import { fontRuns } from './pdf-text.ts';

/** Converts millimetres to points. */
export const mm = (value: number) => (value * 72) / 25.4;

type Inline = {
  text: string;
  font?: string;
  bold?: boolean;
  italics?: boolean;
  fontSize?: number;
  link?: string;
  preserveTrailingSpaces?: boolean;
};

/** Converts a run for pdfmake: each script in its own font. */
export function inlines(run: Run): Inline[] {
  const look = {
    ...(run.bold && { bold: true }),
    ...(run.italic && { italics: true }),
    ...(run.small && { fontSize: fontSize.small }),
    ...(run.link !== undefined && { link: run.link, decoration: 'underline' as const }),
  };
  return fontRuns(run.text).map((part) => {
    // By itself pdfmake ignores the width of a no-break space that ends a run.
    const ending = part.text.endsWith('\u00a0') && { preserveTrailingSpaces: true };
    return part.font === 'Emoji' ? { ...part, ...look, bold: false, italics: false } : { ...part, ...look, ...ending };
  });
}

/** Marks a text as a paragraph for screen readers. */
export const paragraphTag = () => ({ tag: tagOf('P') });
export const plain = (value: string) => inlines({ text: value });
