import type { Run } from './document-model.ts';

/**
 * Characters that enclose bold and italic words in a plain text that is passed to a template. No other text contains
 * them: Unicode reserves these code points as non-characters for internal use.
 */
export const emphasisMarks = {
  bold: { on: '\ufdd0', off: '\ufdd1' },
  italic: { on: '\ufdd2', off: '\ufdd3' },
} as const;

export const anyMark = /[\ufdd0-\ufdd3]/g;

/** Returns the text of runs, with marks around what is bold or italic. */
export function markedWords(runs: readonly Run[]): string {
  return runs.map(markedRun).join('');
}

function markedRun({ text, bold, italic }: Run): string {
  const plain = text.replaceAll(anyMark, '');
  const leaning = italic ? `${emphasisMarks.italic.on}${plain}${emphasisMarks.italic.off}` : plain;
  return bold ? `${emphasisMarks.bold.on}${leaning}${emphasisMarks.bold.off}` : leaning;
}
