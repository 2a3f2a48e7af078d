import { inflateRawSync } from 'node:zlib';
import type { Document } from '@xmldom/xmldom';
import PizZip from 'pizzip';
import { checkPart } from './template-part.ts';
import { notDocx, objects, refuse, TemplateRefusal } from './template-problems.ts';
import { elementsOf, parseXml } from './template-xml.ts';

/** Limits of an unpacked template. Word's own files have a few dozen entries and a few megabytes. */
const limits = { entries: 1_000, bytes: 64 * 1024 ** 2, xmlBytes: 2 * 1024 ** 2 };

/** The main document; newer programs call it `document2.xml`. */
const mainPart = /\/word\/document\d*\.xml"/;
const oldFormat = Buffer.from('d0cf11e0', 'hex');
const oldOrLocked =
  'Файл в старом формате DOC или защищён паролем. Сохраните его в Word как «Документ Word (*.docx)» без пароля';
const tooLarge = 'Файл распаковывается в слишком большой документ: уменьшите картинки или уберите лишнее';
const macros = 'В шаблоне есть макросы, их мы не принимаем. Сохраните его как «Документ Word (*.docx)» без макросов';

/**
 * Opens a DOCX whose content may be filled in: unpacked within `limits`, without macros, objects, or anything that Word
 * would fetch or run on opening. Throws a TemplateRefusal. Call it in a separate thread, since unpacking takes time.
 */
export function openTemplate(bytes: Uint8Array): PizZip {
  const zip = unpacked(bytes);
  const names = Object.keys(zip.files);
  const types = zip.file('[Content_Types].xml')?.asText() ?? '';
  if (names.some((name) => /vba(project|data)/i.test(name)) || /macroEnabled/i.test(types)) refuse(macros);
  if (!mainPart.test(types) || !types.includes('wordprocessingml.document.main+xml')) refuse(notDocx);
  if (names.some((name) => /^word\/(embeddings|activeX)\//i.test(name))) refuse(objects);
  // Word ignores case in names; which of two equal ones it reads is unknown.
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) refuse(notDocx);
  checkTypes(parseXml(zip.file('[Content_Types].xml')?.asUint8Array() ?? new Uint8Array()));
  for (const name of names.filter(isXml)) {
    const kept = checkPart(name, zip.file(name)?.asUint8Array() ?? new Uint8Array());
    if (kept !== undefined) zip.file(name, kept);
  }
  return zip;
}

/** Whatever Word reads as XML must have a matching name, since other parts are not inspected. */
function checkTypes(types: Document): void {
  for (const { attributes } of elementsOf(types)) {
    if (!/^\s*(application|text)\/.*xml\s*$/i.test(attributes.get('contenttype') ?? '')) continue;
    const name = attributes.get('partname') ?? `.${attributes.get('extension')}`;
    if (!isXml(name.trim())) refuse(notDocx);
  }
}

/** Returns a new archive of the unpacked content, so that nothing is unpacked beyond the limits later. */
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

/** How the library holds an entry until its content is requested. */
type PackedEntry = {
  _data:
    | Uint8Array
    | string
    | { compressionMethod: string; getCompressedContent(): Uint8Array; uncompressedSize: number };
};

/** Compression method of an entry that is not compressed. */
const stored = '\x00\x00';

/** The sizes stated in an archive may be wrong, so unpacking itself stops at the limit. */
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

const isXml = (name: string) => /\.(xml|rels)$/i.test(name);
