import { expect, test } from 'vitest';
import { videoFileOf } from './video-file.ts';

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
