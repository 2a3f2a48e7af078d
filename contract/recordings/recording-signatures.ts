/** Number of bytes needed to recognise a file: MPEG-TS repeats its sync byte every 188 bytes, other formats later. */
export const sniffBytes = 1024;

/** Whether a file begins with the signature of a known recording format. */
export function looksLikeRecording(head: Uint8Array): boolean {
  return signatures.some((matches) => matches(head));
}

type Signature = (head: Uint8Array) => boolean;

const signatures: readonly Signature[] = [
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
  // MPEG-TS, also with a time code before each packet (cameras) or with a checksum after it (broadcasters).
  (head) => repeats(head, 0, 188) || repeats(head, 4, 192) || repeats(head, 0, 204),
  (head) => ascii(head, 0, 4) === '.RMF',
  (head) => ascii(head, 0, 4) === 'fLaC',
  (head) => ascii(head, 0, 3) === 'ID3',
  // MPEG audio layers II and III; layer I would also match UTF-16 text. AAC as ADTS, whose third byte has another
  // meaning.
  (head) =>
    head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0 && ((head[1] ?? 0) & 0x06) !== 0x06 && hasRate(head[2]),
  (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0 && ((head[2] ?? 0xff) & 0x3c) >> 2 < 13,
  (head) => ascii(head, 0, 6) === '#!AMR\n' || ascii(head, 0, 9) === '#!AMR-WB\n',
  (head) => ascii(head, 0, 4) === 'FORM' && ['AIFF', 'AIFC'].includes(ascii(head, 8, 4)),
  // MXF, GXF, RF64 (WAV longer than 4 GB), W64, AU, CAF, WavPack, True Audio, Monkey's Audio.
  (head) => starts(head, 0x06, 0x0e, 0x2b, 0x34) || starts(head, 0, 0, 0, 0, 1, 0xbc),
  (head) => ['RF64', 'riff', '.snd', 'caff', 'wvpk', 'TTA1', 'MAC ', 'DKIF'].includes(ascii(head, 0, 4)),
  (head) => ascii(head, 0, 24) === 'nut/multimedia container',
  // WTV.
  (head) => starts(head, 0xb7, 0xd8, 0x00, 0x20, 0x37, 0x49, 0xda, 0x11),
  // Raw streams: DV, AC-3 and E-AC-3, DTS, MPEG-4; the first mark of MPEG-4 alone would also match an ICO picture.
  (head) => starts(head, 0x1f, 0x07, 0x00),
  (head) => starts(head, 0x0b, 0x77),
  (head) => starts(head, 0x7f, 0xfe, 0x80, 0x01) || starts(head, 0xfe, 0x7f, 0x01, 0x80),
  (head) => starts(head, 0, 0, 1, 0xb0) || starts(head, 0, 0, 1, 0x00, 0, 0, 1) || starts(head, 0, 0, 1, 0x20),
  // Raw H.264 and H.265 begin with parameter sets, after a start code of three or four bytes.
  (head) => isRawPicture(head.subarray(starts(head, 0, 0, 0, 1) ? 4 : 3), head),
];

function isRawPicture([first = 0, second = 0]: Uint8Array, head: Uint8Array): boolean {
  if (!starts(head, 0, 0, 1) && !starts(head, 0, 0, 0, 1)) return false;
  const h264 = first < 0x80 && [6, 7, 9].includes(first & 0x1f);
  const h265 = [32, 33, 35, 39].includes((first & 0x7e) >> 1) && first < 0x80 && second === 1;
  return h264 || h265;
}

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

function starts(head: Uint8Array, ...bytes: number[]): boolean {
  return bytes.every((byte, place) => head[place] === byte);
}

function ascii(head: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...head.subarray(from, from + length));
}
