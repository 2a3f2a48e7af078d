import { describe, expect, test } from 'vitest';
import { fitFullHd, type MediaInfo, planPlayable, typeOf } from './media-info.ts';

const h264 = { codec: 'h264', profile: 'High', pixels: 'yuv420p', width: 1280, height: 720 };
const file = (info: Partial<MediaInfo>): MediaInfo => ({ container: 'mov', duration: 60, ...info });

describe('what is copied and what is encoded', () => {
  test.each<[string, Partial<MediaInfo>, ReturnType<typeof planPlayable>, string]>([
    [
      'H.264 and AAC in MP4',
      { video: h264, audio: { codec: 'aac' } },
      { container: 'mp4', video: 'copy', audio: 'copy' },
      'video/mp4',
    ],
    [
      'H.264 in Matroska',
      { container: 'matroska', video: h264, audio: { codec: 'mp3' } },
      { container: 'mp4', video: 'copy', audio: 'copy' },
      'video/mp4',
    ],
    [
      'sound that browsers do not play',
      { video: h264, audio: { codec: 'pcm_s16le' } },
      { container: 'mp4', video: 'copy', audio: 'encode' },
      'video/mp4',
    ],
    [
      'VP9 and Opus in WebM',
      { container: 'matroska', video: { ...h264, codec: 'vp9' }, audio: { codec: 'opus' } },
      { container: 'webm', video: 'copy', audio: 'copy' },
      'video/webm',
    ],
    [
      'VP8 without sound',
      { container: 'matroska', video: { ...h264, codec: 'vp8' } },
      { container: 'webm', video: 'copy', audio: 'none' },
      'video/webm',
    ],
    [
      '10-bit H.264',
      { video: { ...h264, profile: 'High 10', pixels: 'yuv420p10le' } },
      { container: 'mp4', video: 'encode', audio: 'none' },
      'video/mp4',
    ],
    [
      '8K H.264',
      { video: { ...h264, width: 7680, height: 4320 } },
      { container: 'mp4', video: 'encode', audio: 'none' },
      'video/mp4',
    ],
    [
      'H.264 in AVI, which has no timestamps',
      { container: 'avi', video: h264, audio: { codec: 'mp3' } },
      { container: 'mp4', video: 'encode', audio: 'encode' },
      'video/mp4',
    ],
    [
      'a voice recording in MP3',
      { container: 'mp3', audio: { codec: 'mp3' } },
      { container: 'mp4', video: 'none', audio: 'copy' },
      'audio/mp4',
    ],
    [
      'a dictaphone’s MP3 of 8 kHz',
      { container: 'mp3', audio: { codec: 'mp3', rate: 8000 } },
      { container: 'mp4', video: 'none', audio: 'encode' },
      'audio/mp4',
    ],
    [
      'a voice recording in WAV',
      { container: 'wav', audio: { codec: 'pcm_s16le' } },
      { container: 'mp4', video: 'none', audio: 'encode' },
      'audio/mp4',
    ],
    [
      'a voice recording of a browser',
      { container: 'matroska', audio: { codec: 'opus' } },
      { container: 'webm', video: 'none', audio: 'copy' },
      'audio/webm',
    ],
  ])('%s', (_name, info, plan, type) => {
    expect(planPlayable(file(info))).toEqual(plan);
    expect(typeOf(plan)).toBe(type);
  });
});

test.each([
  [
    { width: 7680, height: 4320 },
    { width: 1920, height: 1080 },
  ],
  [
    { width: 2160, height: 3840 },
    { width: 1080, height: 1920 },
  ],
  [
    { width: 641, height: 361 },
    { width: 640, height: 360 },
  ],
  [
    { width: 320, height: 240 },
    { width: 320, height: 240 },
  ],
  [
    { width: 4000, height: 3000 },
    { width: 1440, height: 1080 },
  ],
])('%o fits into %o', (from, to) => {
  expect(fitFullHd(from)).toEqual(to);
});
