const blocks = 'p, div, li, h1, h2, h3, h4, h5, h6, blockquote, pre';

/** The text of a copied table, a line for each row with tabs between its cells; undefined where no table was copied. */
export function tableText(html: string): string | undefined {
  if (!/<table[\s>]/i.test(html)) return undefined;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const lines: string[] = [];
  for (const element of body.querySelectorAll(`tr, ${blocks}`)) {
    // A paragraph inside a cell is of its row, one around a table is its rows.
    if (element.matches('tr')) lines.push([...element.querySelectorAll('td, th')].map(words).join('\t').trimEnd());
    else if (!element.closest('table') && !element.querySelector(`table, ${blocks}`)) lines.push(words(element));
  }
  const text = lines.join('\n').trim();
  return text === '' ? undefined : text;
}

/** The points of a pasted list, without their numbers and bullets; one line is one point. */
export function pointsIn(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-–—•·*]|\(?\d{1,3}(?:\.\d{1,3})*[.)])\s+/, '').trim())
    .filter((line) => line !== '');
}

function words({ textContent }: Element): string {
  return (textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}
