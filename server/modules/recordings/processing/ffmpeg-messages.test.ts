import { expect, test } from 'vitest';
import { isHarmless, isMoreThanPictures } from './ffmpeg-messages.ts';

const invalid = 'Error while decoding stream #0:0: Invalid data found when processing input';
const beginning = [
  '[h264 @ 0x1] non-existing PPS 0 referenced',
  '    Last message repeated 1 times',
  '[h264 @ 0x1] decode_slice_header error',
  '[h264 @ 0x1] no frame!',
  invalid,
];
const reference = ['[h264 @ 0x1] mmco: unref short failure', invalid];
const sound = '[aac @ 0x1] Error decoding AAC frame header.';
const slice = '[h264 @ 0x1] decode_slice_header error';

test.each([
  ['nothing', [], true],
  ['pictures before the first whole one', [...beginning, ...beginning, ...reference, ''], true],
  ['the same after anything else', [...reference, ...beginning], false],
  ['a picture that is broken', [slice], false],
  ['sound', [sound, invalid], false],
  ['an error of which nothing is said before', [invalid], false],
  [
    'half a line in front of what was kept',
    ['aac error', ...Array(500).fill('[h264 @ 0x1] mmco: unref short failure')],
    true,
  ],
])('finds whether a complaint is harmless: %s', (_what, lines, is) => {
  expect(isHarmless(lines.join('\n'))).toBe(is);
});

test('tells complaints about pictures alone from those about sound or container', () => {
  expect(isMoreThanPictures([slice, invalid].join('\n'))).toBe(false);
  expect(isMoreThanPictures([slice, invalid, sound].join('\n'))).toBe(true);
  expect(isMoreThanPictures('[matroska,webm @ 0x1] Invalid EBML number')).toBe(true);
});
