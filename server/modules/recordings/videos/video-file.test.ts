import { expect, test } from 'vitest';
import { readRange, videoFileOf } from './video-file.ts';

const video = {
  upload_id: 'u',
  name: 'Совещание 12.05.mov',
  size: 10,
  type: 'text/html',
  original_key: 'videos/u/original',
  playable_key: 'videos/u/playable.webm',
  playable_type: 'video/webm',
};

test('a file of the type text/html is only offered as a download', () => {
  expect(videoFileOf(video, 'original')).toMatchObject({ type: 'application/octet-stream', inline: false });
  expect(videoFileOf({ ...video, type: 'video/mp4' }, 'original')).toMatchObject({ type: 'video/mp4', inline: true });
});

test('the playable file is saved under the name of the original with its own ending', () => {
  expect(videoFileOf(video, 'playable')).toMatchObject({ type: 'video/webm', name: 'Совещание 12.05.webm' });
  expect(videoFileOf(video, 'poster')).toBeUndefined();
});

test.each([
  [undefined, undefined],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=900-', { start: 900, end: 999 }],
  ['bytes=900-5000', { start: 900, end: 999 }],
  ['bytes=-10', { start: 990, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=999-999', { start: 999, end: 999 }],
  ['bytes=1000-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=5-3', undefined],
  ['bytes=0-1,5-6', undefined],
  ['items=0-1', undefined],
  ['bytes=-', undefined],
])('reads the range %s of 1000 bytes', (header, range) => {
  expect(readRange(header, 1000)).toEqual(range);
});

test('an empty file has no range to read', () => {
  expect(readRange('bytes=0-', 0)).toBe('none');
});
