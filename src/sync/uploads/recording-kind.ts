import { UploadError } from './upload-error.ts';

/** How many bytes of a file tell its kind: MPEG-TS repeats its mark every 188 bytes, Blu-ray's after 4 more. */
const sniffBytes = 1024;

/**
 * Whether a file starts as a video or a sound recording does. Its name and type are hints only: they may be wrong, and
 * so they decide nothing but the raw streams that carry no mark of their own. The server's probe has the last word.
 */
export function isRecording(head: Uint8Array, { name, type }: { name: string; type: string }): boolean {
  if (marks.some((mark) => mark(head))) return true;
  return /\.(mpe?g|m2v|m4v|dv|mp3|aac)$/i.test(name) && /^(video|audio)\//.test(type) && !isText(head);
}

type Mark = (head: Uint8Array) => boolean;

const marks: readonly Mark[] = [
  // ISO media: MP4, MOV, 3GP, M4A; old QuickTime files start with another box.
  (head) => ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'styp'].includes(ascii(head, 4, 4)) && !isStillImage(head),
  // EBML: WebM, Matroska.
  (head) => starts(head, 0x1a, 0x45, 0xdf, 0xa3),
  (head) => ascii(head, 0, 4) === 'RIFF' && ['AVI ', 'WAVE'].includes(ascii(head, 8, 4)),
  (head) => ascii(head, 0, 4) === 'OggS',
  (head) => ascii(head, 0, 3) === 'FLV',
  // ASF: WMV, WMA.
  (head) => starts(head, 0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11),
  // MPEG program and elementary streams.
  (head) => [0xba, 0xb3, 0xbb].some((code) => starts(head, 0, 0, 1, code)),
  (head) => repeats(head, 0, 188) || repeats(head, 4, 192),
  (head) => ascii(head, 0, 4) === '.RMF',
  (head) => ascii(head, 0, 4) === 'fLaC',
  (head) => ascii(head, 0, 3) === 'ID3',
  // MPEG audio of layers II and III, and ADTS; layer I would also fit UTF-16 text.
  (head) =>
    head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0 && ((head[1] ?? 0) & 0x06) !== 0x06 && hasRate(head[2]),
  (head) => ascii(head, 0, 6) === '#!AMR\n' || ascii(head, 0, 9) === '#!AMR-WB\n',
  (head) => ascii(head, 0, 4) === 'FORM' && ['AIFF', 'AIFC'].includes(ascii(head, 8, 4)),
  // MXF.
  (head) => starts(head, 0x06, 0x0e, 0x2b, 0x34),
];

/** HEIC and AVIF pictures are ISO media too. */
function isStillImage(head: Uint8Array): boolean {
  return /^(heic|heix|mif1|avif)$/.test(ascii(head, 8, 4));
}

function hasRate(third = 0xff): boolean {
  return (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;
}

function repeats(head: Uint8Array, first: number, every: number): boolean {
  return [0, 1, 2, 3].every((packet) => head[first + packet * every] === 0x47);
}

function isText(head: Uint8Array): boolean {
  return head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}

function starts(head: Uint8Array, ...bytes: number[]): boolean {
  return bytes.every((byte, place) => head[place] === byte);
}

function ascii(head: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...head.subarray(from, from + length));
}

/** Looks at a chosen file before it is queued. Throws UploadError: empty, not to be read, or no recording. */
export async function checkRecording(file: File): Promise<void> {
  if (file.size === 0) throw new UploadError('empty_file');
  let head: ArrayBuffer;
  try {
    head = await file.slice(0, sniffBytes).arrayBuffer();
  } catch (cause) {
    throw new UploadError('unreadable_file', { cause });
  }
  if (!isRecording(new Uint8Array(head), file)) throw new UploadError('not_video');
}
