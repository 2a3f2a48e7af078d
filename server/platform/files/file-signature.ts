import type { attachmentExtensions } from '#contract/attached-file.ts';
import type { PictureType } from '#contract/identity/picture.ts';

/** Number of bytes of a file's beginning that every check here needs at most. */
export const headBytes = 4096;

/** Returns the type of a picture by its first bytes. SVG is not accepted: it may contain scripts. */
export function imageTypeOf(head: Uint8Array): PictureType | undefined {
  if (begins(head, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (begins(head, '\xff\xd8\xff')) return 'image/jpeg';
  if (begins(head, 'GIF87a') || begins(head, 'GIF89a')) return 'image/gif';
  if (begins(head, 'RIFF') && begins(head, 'WEBP', 8)) return 'image/webp';
  return undefined;
}

const zip = 'PK\x03\x04';
const compound = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';

type Extension = (typeof attachmentExtensions)[number];

const pictures = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
} as const satisfies Partial<Record<Extension, PictureType>>;

/** Extension → media type, and the bytes with which the file must begin; without these it is text. */
const documents: Record<Exclude<Extension, keyof typeof pictures>, { type: string; starts?: string }> = {
  pdf: { type: 'application/pdf', starts: '%PDF-' },
  docx: { type: `${office}.wordprocessingml.document`, starts: zip },
  xlsx: { type: `${office}.spreadsheetml.sheet`, starts: zip },
  pptx: { type: `${office}.presentationml.presentation`, starts: zip },
  odt: { type: `${open}.text`, starts: zip },
  ods: { type: `${open}.spreadsheet`, starts: zip },
  odp: { type: `${open}.presentation`, starts: zip },
  doc: { type: 'application/msword', starts: compound },
  xls: { type: 'application/vnd.ms-excel', starts: compound },
  ppt: { type: 'application/vnd.ms-powerpoint', starts: compound },
  rtf: { type: 'application/rtf', starts: '{\\rtf' },
  zip: { type: 'application/zip', starts: zip },
  txt: { type: 'text/plain; charset=utf-8' },
  csv: { type: 'text/csv; charset=utf-8' },
  md: { type: 'text/plain; charset=utf-8' },
};

/**
 * The media type that an attachment is kept and served as, where its content is what its name says; undefined for
 * everything else: programs, pages, SVG, a renamed file.
 */
export function attachmentTypeOf(head: Uint8Array, name: string): string | undefined {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name.trim())?.[1]?.toLowerCase() ?? '';
  const picture = isIn(pictures, extension) ? pictures[extension] : undefined;
  if (picture) return imageTypeOf(head) === picture ? picture : undefined;
  const known = isIn(documents, extension) ? documents[extension] : undefined;
  if (!known) return undefined;
  const right = known.starts === undefined ? isText(head) : begins(head, known.starts);
  return right ? known.type : undefined;
}

function isIn<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}

/** Whether bytes begin with this text of one byte a character. */
export function begins(head: Uint8Array, text: string, offset = 0): boolean {
  if (head.length < offset + text.length) return false;
  for (let at = 0; at < text.length; at += 1) if (head[offset + at] !== text.charCodeAt(at)) return false;
  return true;
}

/**
 * Text in UTF-8 or a one-byte encoding has no control characters but whitespace; UTF-16 begins with a byte order mark.
 */
function isText(head: Uint8Array): boolean {
  if (begins(head, '\xff\xfe') || begins(head, '\xfe\xff')) return true;
  if (begins(head, '#!')) return false;
  return head.every((byte) => byte >= 0x20 || byte === 9 || byte === 10 || byte === 12 || byte === 13);
}
