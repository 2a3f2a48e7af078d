const breaking = 'br, p, div, li, h1, h2, h3, h4, h5, h6, blockquote, pre, table, caption, section, article, dt, dd';
const unseen = 'style, script, template, title';

/** The text of a copied table, a line for each row with tabs between its cells; undefined where no table was copied. */
export function tableText(html: string): string | undefined {
  if (!/<table[\s>]/i.test(html)) return undefined;
  return linesOf(new DOMParser().parseFromString(html, 'text/html').body).join('\n') || undefined;
}

/** What a person saw, line by line: what stands around a table and in no paragraph too. */
function linesOf(whole: Element): string[] {
  const lines: string[] = [];
  let line = '';
  const end = () => {
    if (line.trim() !== '') lines.push(inOneLine(line));
    line = '';
  };
  const read = (node: Node) => {
    if (node instanceof HTMLTableRowElement) {
      end();
      const row = [...node.cells].map(cellText).join('\t').trimEnd();
      if (row !== '') lines.push(row);
    } else if (node instanceof Element) {
      if (node.matches(unseen)) return;
      const breaks = node.matches(breaking);
      if (breaks) end();
      for (const child of node.childNodes) read(child);
      if (breaks) end();
    } else if (node instanceof Text) line += node.data;
  };
  read(whole);
  end();
  return lines;
}

/** A cell in one line, however many it has: one over several columns leaves the others empty. */
function cellText(cell: HTMLTableCellElement): string {
  return inOneLine(linesOf(cell).join(' ')) + '\t'.repeat(cell.colSpan - 1);
}

/** The points of a pasted list, without their numbers and bullets; one line is one point. */
export function pointsIn(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-–—•·*]|\(?\d{1,3}(?:\.\d{1,3})*[.)])\s+/, '').trim())
    .filter((line) => line !== '');
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
