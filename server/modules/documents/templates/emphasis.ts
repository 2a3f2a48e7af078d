import type PizZip from 'pizzip';
import { anyMark, emphasisMarks } from '#contract/documents/printed/emphasis-marks.ts';

/** Applies bold and italic to the marked texts of a filled document, on top of the template's formatting. */
export function emphasize(zip: PizZip): void {
  for (const name of Object.keys(zip.files)) {
    if (!/^(word|docProps)\/[^/]+\.xml$/.test(name)) continue;
    const xml = zip.file(name)?.asText() ?? '';
    if (xml.search(anyMark) < 0) continue;
    zip.file(name, emphasizeRuns(xml).replaceAll(anyMark, ''));
  }
}

const runEnd = '</w:r>';

function emphasizeRuns(xml: string): string {
  const pieces = xml.split(runEnd);
  const rest = pieces.pop() ?? '';
  const runs = pieces.map((piece) => {
    const start = piece.search(/<w:r(?=[ >])[^<>]*>/);
    return start < 0 ? piece + runEnd : piece.slice(0, start) + emphasizeRun(piece.slice(start) + runEnd);
  });
  return runs.join('') + rest;
}

function emphasizeRun(found: string): string {
  if (found.search(anyMark) < 0) return found;
  // A drawing is in a run and contains runs itself: the innermost run is the one that starts last.
  const start = Math.max(found.lastIndexOf('<w:r>'), found.lastIndexOf('<w:r '));
  const run = found.slice(start);
  const [, look = ''] = /^<w:r[^>]*>(?:<w:rPr>([\s\S]*?)<\/w:rPr>)?/.exec(run) ?? [];
  const state = { bold: false, italic: false };
  const cut = run.replaceAll(anyMark, (mark) => {
    for (const kind of ['bold', 'italic'] as const) {
      if (mark === emphasisMarks[kind].on) state[kind] = true;
      if (mark === emphasisMarks[kind].off) state[kind] = false;
    }
    return `</w:t></w:r><w:r>${lookOf(look, state)}<w:t xml:space="preserve">`;
  });
  return found.slice(0, start) + cut;
}

/** Returns run properties with bold and italic added, in the order that the schema requires. */
function lookOf(look: string, { bold, italic }: { bold: boolean; italic: boolean }): string {
  const [first = ''] = /^(<w:rStyle[^>]*\/>)?(<w:rFonts[^>]*\/>)?(<w:b(Cs)?(?=[ /])[^>]*\/>)*/.exec(look) ?? [];
  const strong = bold && !/<w:b[ /]/.test(first) ? '<w:b/>' : '';
  const rest = look.slice(first.length);
  const leaning = italic && !/^<w:i[ /]/.test(rest) ? '<w:i/>' : '';
  return `<w:rPr>${first}${strong}${leaning}${rest}</w:rPr>`;
}
