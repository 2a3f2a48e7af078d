import type PizZip from 'pizzip';
import { anyMark, emphasisMarks } from '#contract/printed/emphasis-marks.ts';

/** Makes bold and italic what is marked so in the texts of a filled document, in the look that the template gives them. */
export function emphasize(zip: PizZip): void {
  for (const name of Object.keys(zip.files)) {
    if (!/^(word|docProps)\/[^/]+\.xml$/.test(name)) continue;
    const xml = zip.file(name)?.asText() ?? '';
    if (xml.search(anyMark) < 0) continue;
    zip.file(name, xml.replaceAll(runs, emphasizeRun).replaceAll(anyMark, ''));
  }
}

const runs = /<w:r(?=[ >])[^>]*>[\s\S]*?<\/w:r>/g;

function emphasizeRun(found: string): string {
  if (found.search(anyMark) < 0) return found;
  // A drawing stands in a run and has runs inside: the last one that begins is the one that ends.
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

/** The look of a piece: the order of what stands in it is that of the schema. */
function lookOf(look: string, { bold, italic }: { bold: boolean; italic: boolean }): string {
  const [first = ''] = /^(<w:rStyle[^>]*\/>)?(<w:rFonts[^>]*\/>)?(<w:b(Cs)?(?=[ /])[^>]*\/>)*/.exec(look) ?? [];
  const strong = bold && !/<w:b[ /]/.test(first) ? '<w:b/>' : '';
  const rest = look.slice(first.length);
  const leaning = italic && !/^<w:i[ /]/.test(rest) ? '<w:i/>' : '';
  return `<w:rPr>${first}${strong}${leaning}${rest}</w:rPr>`;
}
