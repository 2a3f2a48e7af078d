import type PizZip from 'pizzip';
import { shortened } from '#contract/text/shortened.ts';

/** Contents of the document's parts by their names in the archive. */
export type TemplateParts = ReadonlyMap<string, string>;

/** Returns the parts of a document that may have fields, in their present state. */
export function templateParts(zip: PizZip): TemplateParts {
  const names = Object.keys(zip.files).filter((name) => /^(word|docProps)\/[^/]+\.xml$/.test(name));
  return new Map(names.map((name) => [name, zip.file(name)?.asText() ?? '']));
}

// No tag runs over the beginning of the next one, since a tag that does not end is tried from each of those after it.
const tokens = /<w:p(?=[\s>])[^<>]*?(\/?)>|<\/w:p>|<w:t(?=[\s>])[^<>]*>([^<]*)<\/w:t>|<w:(?:tab|br)\b[^<>]*\/>/g;

/** Returns the texts of the non-empty paragraphs of a part, in the order in which a person would count them. */
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

/** Returns the place of a piece of text: «абзац 12: „Протокол № {протколь}“»; empty if it cannot be found. */
export function placeOf(parts: TemplateParts, part: string, piece: string): string {
  const texts = paragraphTexts(parts.get(part) ?? '');
  const at = texts.findIndex((text) => text.includes(piece));
  const where = partWords(part);
  if (at < 0) return where;
  const text = (texts[at] ?? '').trim();
  const quote = shortened(text, 60);
  return `${where ? `${where}, ` : ''}абзац ${at + 1}${quote === piece ? '' : `: «${quote}»`}`;
}

/** Returns the longest start of a piece that lies within one paragraph: an unclosed field runs on into the next one. */
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
