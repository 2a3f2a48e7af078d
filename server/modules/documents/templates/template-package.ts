import { inflateRawSync } from 'node:zlib';
import PizZip from 'pizzip';
import { refuse, TemplateRefusal } from './template-problems.ts';

/** What a template may be unpacked. Word's own files have some dozens of entries and a few megabytes. */
const limits = { entries: 1_000, bytes: 64 * 1024 ** 2, xmlBytes: 2 * 1024 ** 2 };

/** The document itself; newer programs call it `document2.xml`. */
const mainPart = /\/word\/document\d*\.xml"/;
const notDocx = 'Это не файл DOCX. Сохраните шаблон в Word как «Документ Word (*.docx)»';
const oldFormat = Buffer.from('d0cf11e0', 'hex');
const oldOrLocked =
  'Файл в старом формате DOC или защищён паролем. Сохраните его в Word как «Документ Word (*.docx)» без пароля';
const tooLarge = 'Файл распаковывается в слишком большой документ: уменьшите картинки или уберите лишнее';
const macros = 'В шаблоне есть макросы, их мы не принимаем. Сохраните его как «Документ Word (*.docx)» без макросов';
const objects =
  'В шаблоне есть вставленные объекты (таблицы Excel, файлы, элементы управления): замените их текстом или картинкой';

/**
 * Opens a DOCX whose content may be filled in: unpacked within `limits`, without macros, objects, and anything that Word
 * would fetch or run when it is opened. Throws a TemplateRefusal. For a thread of its own: unpacking takes its time.
 */
export function openTemplate(bytes: Uint8Array): PizZip {
  const zip = unpacked(bytes);
  const names = Object.keys(zip.files);
  const types = zip.file('[Content_Types].xml')?.asText() ?? '';
  if (names.some((name) => /vba(project|data)/i.test(name)) || /macroEnabled/i.test(types)) refuse(macros);
  if (!mainPart.test(types) || !types.includes('wordprocessingml.document.main+xml')) refuse(notDocx);
  if (names.some((name) => /^word\/(embeddings|activeX)\//i.test(name))) refuse(objects);
  for (const name of names.filter(isXml)) checkPart(zip, name);
  return zip;
}

/** A new archive of what was unpacked, so that nothing is unpacked beyond the limits later. */
function unpacked(bytes: Uint8Array): PizZip {
  if (Buffer.from(bytes.subarray(0, 4)).equals(oldFormat)) refuse(oldOrLocked);
  let packed: PizZip;
  try {
    packed = new PizZip(bytes);
  } catch {
    return refuse(notDocx);
  }
  const entries = Object.values(packed.files).filter(({ dir }) => !dir);
  if (entries.length > limits.entries) refuse(tooLarge);
  const whole = new PizZip();
  let left = limits.bytes;
  for (const entry of entries) {
    const most = isXml(entry.name) ? Math.min(left, limits.xmlBytes) : left;
    const content = contentOf(entry as unknown as PackedEntry, most);
    left -= content.length;
    whole.file(entry.name, content);
  }
  return whole;
}

/** What the library keeps of an entry until it is asked for its content. */
type PackedEntry = {
  _data:
    | Uint8Array
    | string
    | { compressionMethod: string; getCompressedContent(): Uint8Array; uncompressedSize: number };
};

/** An entry that is not compressed. */
const stored = '\x00\x00';

/** What an archive says of its sizes may be wrong: the unpacking itself stops at the limit. */
function contentOf({ _data: data }: PackedEntry, most: number): Uint8Array {
  if (typeof data === 'string' || data instanceof Uint8Array) return refuse(notDocx);
  if (data.uncompressedSize > most) refuse(tooLarge);
  try {
    const packed = data.getCompressedContent();
    if (data.compressionMethod === stored) return packed.length > most ? refuse(tooLarge) : packed;
    return inflateRawSync(packed, { maxOutputLength: Math.max(most, 1) });
  } catch (error) {
    if (error instanceof TemplateRefusal) throw error;
    return refuse((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : notDocx);
  }
}

function checkPart(zip: PizZip, name: string): void {
  const xml = zip.file(name)?.asText() ?? '';
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) refuse(notDocx);
  if (name.endsWith('.rels')) zip.file(name, withoutOwnTemplate(xml, name));
  else if (name === 'word/settings.xml') zip.file(name, xml.replaceAll(/<w:attachedTemplate\b[^>]*\/>/g, ''));
  else checkInstructions(xml);
}

/** Without the template that a document was made from, which Word would look for; no other file may be referred to. */
function withoutOwnTemplate(xml: string, name: string): string {
  return xml.replaceAll(/<Relationship\b[^>]*>/g, (relationship) => {
    const kind = /\bType="[^"]*\/([A-Za-z]+)"/.exec(relationship)?.[1] ?? '';
    if (kind === 'attachedTemplate') return '';
    if (['oleObject', 'package', 'control', 'aFChunk', 'subDocument', 'vbaProject'].includes(kind)) refuse(objects);
    if (!/\bTargetMode="External"/i.test(relationship)) return relationship;
    const target = /\bTarget="([^"]*)"/.exec(relationship)?.[1] ?? '';
    if (kind === 'hyperlink' && /^(https?|mailto|tel):/i.test(target)) return relationship;
    const where = name.includes('header') || name.includes('footer') ? 'в колонтитуле' : 'в тексте';
    return refuse(
      `Шаблон ссылается ${where} на файл вне документа («${target.slice(0, 80)}»): вставьте его в документ или уберите`,
    );
  });
}

/** Commands by which Word takes in other files, or starts programs, when a document is opened. */
const commands = /^\s*(DDE|DDEAUTO|INCLUDETEXT|INCLUDEPICTURE|IMPORT|INCLUDE|LINK|DATABASE|EMBED|RD|MACROBUTTON)\b/i;

function checkInstructions(xml: string): void {
  const simple = [...xml.matchAll(/\bw:instr="([^"]*)"/g)].map(([, text = '']) => text);
  // One command may stand in several pieces.
  const pieces = xml
    .split(/<w:fldChar\b[^>]*w:fldCharType="begin"[^>]*>/)
    .slice(1)
    .map((part) => [...part.matchAll(/<w:instrText\b[^>]*>([^<]*)</g)].map(([, text = '']) => text).join(''));
  const found = [...simple, ...pieces].map((text) => commands.exec(text)?.[1]).find(Boolean);
  if (found) refuse(`В шаблоне есть поле Word ${found.toUpperCase()}, оно обращается к другим файлам: уберите его`);
}

const isXml = (name: string) => /\.(xml|rels)$/i.test(name);
