import { expect, test } from 'vitest';
import { disposition, videoFileOf } from './video-file.ts';

const video = {
  upload_id: 'u',
  name: 'Совещание 12.05.mov',
  size: 10,
  type: 'text/html',
  original_key: 'videos/u/original',
  playable_key: 'videos/u/playable.webm',
  playable_type: 'video/webm',
};

test('a file that calls itself a web page is only ever saved', () => {
  expect(videoFileOf(video, 'original')).toMatchObject({ type: 'application/octet-stream', inline: false });
  expect(videoFileOf({ ...video, type: 'video/mp4' }, 'original')).toMatchObject({ type: 'video/mp4', inline: true });
});

test('the playable file is saved under the name of the original with its own ending', () => {
  expect(videoFileOf(video, 'playable')).toMatchObject({ type: 'video/webm', name: 'Совещание 12.05.webm' });
  expect(videoFileOf(video, 'poster')).toBeUndefined();
});

test('a Russian name goes into filename*, with one in ASCII beside it', () => {
  expect(disposition('attachment', 'Ур"а (1).mp4')).toBe(
    `attachment; filename="____ (1).mp4"; filename*=UTF-8''%D0%A3%D1%80%22%D0%B0%20%281%29.mp4`,
  );
});
