import { expect, test } from 'vitest';
import { isRecording } from './recording-kind.ts';

const nameless = { name: 'запись', type: '' };
const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((char) => char.charCodeAt(0)) : part)),
  );
const packets = (first: number, every: number) => {
  const head = new Uint8Array(1024);
  for (let at = first; at < head.length; at += every) head[at] = 0x47;
  return head;
};

test.each([
  ['MP4', bytes([0, 0, 0, 0x20], 'ftypisom')],
  ['QuickTime', bytes([0, 0, 0, 0x14], 'ftypqt  ')],
  ['old QuickTime', bytes([0, 0, 0, 8], 'wide', [0, 0, 1, 0], 'mdat')],
  ['WebM and Matroska', bytes([0x1a, 0x45, 0xdf, 0xa3, 0x9f])],
  ['AVI', bytes('RIFF', [1, 2, 3, 4], 'AVI LIST')],
  ['WAV', bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt ')],
  ['Ogg', bytes('OggS', [0, 2])],
  ['FLV', bytes('FLV', [1, 5])],
  ['WMV', bytes([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11])],
  ['MPEG program stream', bytes([0, 0, 1, 0xba, 0x44])],
  ['MPEG transport stream', packets(0, 188)],
  ['Blu-ray transport stream', packets(4, 192)],
  ['transport stream with checks', packets(0, 204)],
  ['FLAC', bytes('fLaC')],
  ['MP3 with tags', bytes('ID3', [4, 0])],
  ['MP3 without tags', bytes([0xff, 0xfb, 0x90, 0x64])],
  ['AAC', bytes([0xff, 0xf1, 0x50, 0x80])],
  ['AAC of 48 kHz', bytes([0xff, 0xf1, 0x4c, 0x40])],
  ['DV', bytes([0x1f, 0x07, 0x00, 0x3f])],
  ['H.264', bytes([0, 0, 0, 1, 0x67, 0x42, 0xc0, 0x0a])],
  ['H.264 with a delimiter', bytes([0, 0, 0, 1, 0x09, 0xf0])],
  ['MPEG-4', bytes([0, 0, 1, 0, 0, 0, 1, 0x20])],
  ['H.265', bytes([0, 0, 0, 1, 0x40, 0x01, 0x0c, 0x01])],
  ['W64', bytes('riff', [0x2e, 0x91, 0xcf, 0x11])],
  ['AU', bytes('.snd', [0, 0, 0, 0x18])],
  ['AC-3', bytes([0x0b, 0x77, 0x4a, 0x1d])],
  ['WavPack', bytes('wvpk', [0x30, 0x1f, 0, 0])],
])('%s is a recording, whatever its name', (_, head) => {
  expect(isRecording(head, nameless)).toBe(true);
});

test.each([
  ['a PDF named as a video', bytes('%PDF-1.7'), { name: 'совещание.mp4', type: 'video/mp4' }],
  ['a text named as a video', new TextEncoder().encode('Протокол'), { name: 'совещание.mpg', type: 'video/mpeg' }],
  ['a JPEG', bytes([0xff, 0xd8, 0xff, 0xe0]), { name: 'снимок.jpg', type: 'image/jpeg' }],
  ['a PNG', bytes([0x89], 'PNG\r\n'), { name: 'снимок.png', type: 'image/png' }],
  ['a HEIC picture', bytes([0, 0, 0, 0x18], 'ftypheic'), { name: 'снимок.heic', type: 'image/heic' }],
  ['an ICO picture', bytes([0, 0, 1, 0, 1, 0, 16, 16]), { name: 'значок.ico', type: 'image/x-icon' }],
  ['a DOCX', bytes('PK', [3, 4]), { name: 'протокол.docx', type: '' }],
  ['a WebP picture', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 '), { name: 'снимок.webp', type: 'image/webp' }],
  ['a program', bytes('MZ', [0x90, 0]), { name: 'video.mp4.exe', type: '' }],
  ['UTF-16 text', bytes([0xff, 0xfe, 0x1f, 0x04]), { name: 'заметки.txt', type: 'text/plain' }],
  ['nothing', bytes(), nameless],
])('%s is no recording', (_, head, names) => {
  expect(isRecording(head, names)).toBe(false);
});

test('a raw stream without a signature is recognised by its name and type', () => {
  expect(isRecording(bytes([0x1f, 0x07, 0x00, 0x3f]), { name: 'плёнка.dv', type: 'video/x-dv' })).toBe(true);
});
