import { createRequire } from 'node:module';

type Inline = { text: string; x: number; alignment?: string; justifyShift?: number };
type Line = { inlines: Inline[]; newLineForced?: boolean; lastLineInParagraph?: boolean; getWidth(): number };
type LineWriter = { alignLine(line: Line): void; context(): { availableWidth: number } };

/**
 * Makes pdfmake stretch a justified line only at its spaces. By itself it stretches it wherever a line could break, so
 * that «бизнес-план» reads and is found as «бизнес- план» (alignLine in pdfmake/src/ElementWriter.js; pinned, and
 * tested).
 */
export function justifyAtSpaces(): void {
  const require = createRequire(import.meta.url);
  const { prototype } = (require('pdfmake/js/ElementWriter.js') as { default: { prototype: LineWriter } }).default;
  const alignLine = prototype.alignLine;
  prototype.alignLine = function (this: LineWriter, line: Line) {
    if (line.inlines[0]?.alignment !== 'justify') return alignLine.call(this, line);
    if (line.newLineForced || line.lastLineInParagraph) return;
    const gaps = line.inlines.slice(0, -1).filter(endsInSpace).length;
    if (gaps === 0) return;
    const step = (this.context().availableWidth - line.getWidth()) / gaps;
    let shift = 0;
    for (const inline of line.inlines) {
      inline.x += shift;
      if (endsInSpace(inline)) {
        inline.justifyShift = step;
        shift += step;
      }
    }
  };
}

const endsInSpace = (inline: Inline) => /[ \u00a0]$/.test(inline.text);
