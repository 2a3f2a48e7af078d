import { expect, test } from 'vitest';
import type { UploadState } from '../store/upload-row.ts';
import { newRow } from './finish-recording.ts';
import { viewOf } from './upload-view.ts';

const file = new File([new Uint8Array(350)], 'заседание.mp4', { type: 'video/mp4' });
const start = newRow(file, { id: 'u', ownerId: 'o', protocolId: 'p', chunkSize: 100, now: 0 });
const sent = (state: UploadState, flight: Record<number, number>, partial: Record<number, number>, best = 0) =>
  viewOf(
    { ...start, state, acknowledged: [[0, 0]] },
    { flight, partial, staged: [] },
    { best, bytesPerSecond: 0, full: false },
  ).sentBytes;

test('progress sums acknowledged, partly stored and outgoing bytes, each chunk once', () => {
  expect(sent('uploading', { 1: 30 }, { 1: 20, 2: 5 })).toBe(135);
  expect(sent('uploading', { 3: 999 }, {})).toBe(150);
});

test('progress does not go back while the upload reconnects', () => {
  expect(sent('wait-net', {}, { 1: 20 }, 190)).toBe(190);
  expect(sent('syncing', {}, {}, 190)).toBe(190);
});

test.each(['paused', 'needs-file', 'wait-auth', 'failed'] as const)(
  'at rest (%s) progress is what the server holds',
  (state) => {
    expect(sent(state, {}, { 1: 20 }, 190)).toBe(120);
  },
);
