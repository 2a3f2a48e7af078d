import type PizZip from 'pizzip';

/** The parts of a document by their names in the archive. */
export type TemplateParts = ReadonlyMap<string, string>;

/** The parts of a document that may have fields, as they are now. */
export function partsOf(zip: PizZip): TemplateParts {
  const names = Object.keys(zip.files).filter((name) => /^(word|docProps)\/[^/]+\.xml$/.test(name));
  return new Map(names.map((name) => [name, zip.file(name)?.asText() ?? '']));
}

const tokens = /<w:p(?=[\s>])[^>]*?(\/?)>|<\/w:p>|<w:t(?=[\s>])[^>]*>([^<]*)<\/w:t>|<w:(?:tab|br)\b[^>]*\/>/g;

/** The texts of the paragraphs of a part, in order, without the empty ones, as a person would count them. */
export function paragraphTexts(xml: string): string[] {
  const texts: string[] = [];
  const open: number[] = [];
  for (const [token, isEmpty, words] of xml.matchAll(tokens)) {
    if (token === '</w:p>') open.pop();
    else if (token.startsWith('<w:p')) {
      if (isEmpty !== '/') open.push(texts.push('') - 1);
    } else {
      const at = open.at(-1);
      if (at !== undefined) texts[at] += words === undefined ? ' ' : unescaped(words);
    }
  }
  return texts.filter((text) => text.trim() !== '');
}

/** Where a piece of text stands: «абзац 12: „Протокол № {протколь}“»; an empty text where it cannot be found. */
export function placeOf(parts: TemplateParts, part: string, piece: string): string {
  const texts = paragraphTexts(parts.get(part) ?? '');
  const at = texts.findIndex((text) => text.includes(piece));
  const where = partWords(part);
  if (at < 0) return where;
  const text = (texts[at] ?? '').trim();
  const quote = text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text;
  return `${where ? `${where}, ` : ''}абзац ${at + 1}${quote === piece ? '' : `: «${quote}»`}`;
}

/** As much of a piece as stands in one paragraph: what was left open runs on into the next one. */
export function pieceInParagraph(parts: TemplateParts, part: string, piece: string): string {
  const texts = paragraphTexts(parts.get(part) ?? '');
  for (let length = piece.length; length > 1; length -= 1) {
    const shorter = piece.slice(0, length);
    if (texts.some((text) => text.includes(shorter))) return shorter;
  }
  return piece;
}

function partWords(part: string): string {
  if (part.includes('header')) return 'верхний колонтитул';
  if (part.includes('footer')) return 'нижний колонтитул';
  if (part.includes('notes')) return 'сноски';
  return part.startsWith('docProps') ? 'свойства документа' : '';
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => entities[name] ?? '');
}
