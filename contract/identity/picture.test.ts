import { expect, test } from 'vitest';
import { readPicture } from './picture.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const png = (size: string) => bytes(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR${size}\x08\x06\0\0\0`);
/** Exif data with a thumbnail inside, tables, padding, and then the frame: 640 × 480. */
const jpeg = bytes(
  '\xff\xd8\xff\xe1\0\x0cExif\0\0\xff\xd8\xff\xc0\xff\xdb\0\x04\0\0\xff\xff\xc2\0\x0b\x08\x01\xe0\x02\x80\x01\x11\0',
);

test.each([
  ['PNG', png('\0\0\x01\0\0\0\0\x02'), { type: 'image/png', width: 256, height: 2 }],
  ['a bomb', png('\0\0\xea\x60\0\0\xea\x60'), { type: 'image/png', width: 60_000, height: 60_000 }],
  ['GIF', bytes('GIF89a\x10\0\x20\0\xf0\0\0'), { type: 'image/gif', width: 16, height: 32 }],
  ['JPEG', jpeg, { type: 'image/jpeg', width: 640, height: 480 }],
  [
    'WebP',
    bytes('RIFF\x24\0\0\0WEBPVP8 \x10\0\0\0\x30\x01\0\x9d\x01\x2a\x40\0\x20\0'),
    { type: 'image/webp', width: 64, height: 32 },
  ],
  [
    'lossless WebP',
    bytes('RIFF\x24\0\0\0WEBPVP8L\x10\0\0\0\x2f\x3f\xc0\x07\0'),
    { type: 'image/webp', width: 64, height: 32 },
  ],
  [
    'extended WebP',
    bytes('RIFF\x24\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x3f\0\0\x1f\0\0'),
    { type: 'image/webp', width: 64, height: 32 },
  ],
] as const)('the size of %s is read without decoding it', (_, file, expected) => {
  expect(readPicture(file)).toEqual(expected);
  // The same for a view into a larger buffer.
  const larger = new Uint8Array(file.length + 3);
  larger.set(file, 3);
  expect(readPicture(larger.subarray(3))).toEqual(expected);
});

test.each([
  ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page', bytes('<!doctype html><script>alert(1)</script>')],
  ['a sound in the same container as WebP', bytes('RIFF\x24\0\0\0WAVEfmt ')],
  ['a PNG that ends before its size', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0')],
  ['a JPEG without a frame', bytes('\xff\xd8\xff\xe0\0\x04\0\0\xff\xd9')],
  ['a picture of no width', png('\0\0\0\0\0\0\0\x02')],
  ['nothing', new Uint8Array()],
])('%s is no picture', (_, file) => {
  expect(readPicture(file)).toBeUndefined();
});
