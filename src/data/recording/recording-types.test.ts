import { expect, test } from 'vitest';
import { recordingName, recordingType } from './recording-types.ts';

test.each([
  ['Chromium', /webm/, 'video/webm;codecs=vp8,opus', 'audio/webm;codecs=opus'],
  ['Safari', /mp4/, 'video/mp4;codecs=avc1.42E01F,mp4a.40.2', 'audio/mp4;codecs=mp4a.40.2'],
  ['one that has WebM without a choice of codecs', /^\w+\/webm$/, 'video/webm', 'audio/webm'],
  ['one that records nothing', /^$/, undefined, undefined],
])('%s records what it can', (_, can, video, sound) => {
  const isSupported = (type: string) => can.test(type);
  expect([recordingType('video', isSupported), recordingType('sound', isSupported)]).toEqual([video, sound]);
});

test.each([
  ['video/webm', 'Запись 2026-11-22 17-05.webm'],
  ['video/mp4', 'Запись 2026-11-22 17-05.mp4'],
  ['audio/mp4', 'Запись 2026-11-22 17-05.m4a'],
  ['audio/ogg', 'Запись 2026-11-22 17-05.ogg'],
])('%s is named by its day and time', (type, name) => {
  expect(recordingName(type, new Date(2026, 10, 22, 17, 5))).toBe(name);
});
