import { XMLSerializer } from '@xmldom/xmldom';
import { objects, refuse } from './template-problems.ts';
import { elementsOf, type PartElement, parseXml } from './template-xml.ts';

/** Types of relationships by which a document embeds content other than text. */
const embedded = ['oleobject', 'package', 'control', 'afchunk', 'subdocument', 'vbaproject'];
/** Elements that name the template a document was made from, and its mail-merge source: Word would look for both. */
const lookedFor = ['attachedTemplate', 'mailMerge'];
/**
 * Tracked changes of formatting: a copy of the former properties within the present ones, in which the library that fills
 * a template loses its place. Nothing of what is printed is in them.
 */
const formerLook = /^(rPr|pPr|sectPr|tblPr|tblPrEx|tblGrid|trPr|tcPr|numbering)Change$/;
/** Field commands by which Word includes other files or starts programs when it opens a document. */
const commands = /^\s*(DDE|DDEAUTO|INCLUDETEXT|INCLUDEPICTURE|IMPORT|INCLUDE|LINK|DATABASE|EMBED|RD|MACROBUTTON)\b/i;

/**
 * Refuses a part by which Word would fetch or run something when it opens the document. The parsed part is checked, not
 * its spelling (docs/decisions/0122-what-is-not-theirs.md).
 * @returns the part to store instead; undefined where it stays as it is
 */
export function checkPart(name: string, bytes: Uint8Array): string | undefined {
  const part = parseXml(bytes);
  const dropped = /\.rels$/i.test(name)
    ? checkRelationships(name, elementsOf(part))
    : checkContent(name, elementsOf(part));
  // Relationships are always serialised anew, so that Word reads exactly what was checked and cannot parse the original
  // bytes differently.
  if (dropped.length === 0 && !/\.rels$/i.test(name)) return undefined;
  for (const { element } of dropped) element.parentNode?.removeChild(element);
  return new XMLSerializer().serializeToString(part);
}

/** @returns the relationships to leave out: the template that the document was made from */
function checkRelationships(part: string, elements: Iterable<PartElement>): PartElement[] {
  const dropped: PartElement[] = [];
  for (const each of elements) {
    if (each.name !== 'Relationship') continue;
    const kind = (each.attributes.get('type') ?? '').trim().split('/').at(-1)?.toLowerCase() ?? '';
    const target = (each.attributes.get('target') ?? '').trim();
    if (kind === 'attachedtemplate') dropped.push(each);
    else if (embedded.includes(kind)) refuse(objects);
    else if (isFar(target, each.attributes.get('targetmode')) && !isLink(kind, target)) refuseFar(part, target);
  }
  return dropped;
}

function isFar(target: string, mode = 'Internal'): boolean {
  return mode.trim() !== 'Internal' || /^([a-z][a-z\d+.-]*:|\/\/|\\\\)/i.test(target);
}

function isLink(kind: string, target: string): boolean {
  return kind === 'hyperlink' && /^(https?|mailto|tel):/i.test(target);
}

function refuseFar(part: string, target: string): never {
  const where = /header|footer/i.test(part) ? 'в колонтитуле' : 'в тексте';
  return refuse(
    `Шаблон ссылается ${where} на файл вне документа («${target.slice(0, 80)}»): вставьте его в документ или уберите`,
  );
}

/** @returns the elements to leave out */
function checkContent(part: string, elements: Iterable<PartElement>): PartElement[] {
  const dropped: PartElement[] = [];
  const codes = new FieldCodes();
  for (const each of elements) {
    const { name, attributes } = each;
    if (lookedFor.includes(name) || formerLook.test(name)) dropped.push(each);
    const source = attributes.get('src') ?? attributes.get('althref');
    if (source !== undefined && isFar(source.trim())) refuseFar(part, source);
    codes.read(each);
  }
  const found = codes.all.map((text) => commands.exec(text)?.[1]).find(Boolean);
  if (found) refuse(`В шаблоне есть поле Word ${found.toUpperCase()}, оно обращается к другим файлам: уберите его`);
  return dropped;
}

/** Field codes of a part. A code may be split into several pieces, with other fields between them. */
class FieldCodes {
  /** Each code, and each of its pieces separately. */
  readonly all: string[] = [];
  #open: { at: number; isCode: boolean }[] = [];

  read({ name, attributes, element }: PartElement): void {
    const simple = attributes.get('instr');
    if (simple !== undefined) this.all.push(simple);
    if (name === 'fldChar') this.#turn(attributes.get('fldchartype')?.trim());
    if (!['instrText', 'delInstrText', 't'].includes(name)) return;
    const text = element.textContent ?? '';
    const field = this.#open.at(-1);
    if (name !== 't') this.all.push(text);
    if (field?.isCode) this.all[field.at] += text;
  }

  /** Handles a field character: the field begins, its result begins, or it ends. */
  #turn(type: string | undefined): void {
    const field = this.#open.at(-1);
    if (type === 'begin') this.#open.push({ at: this.all.push('') - 1, isCode: true });
    else if (type === 'end') this.#open.pop();
    else if (field) field.isCode = false;
  }
}
