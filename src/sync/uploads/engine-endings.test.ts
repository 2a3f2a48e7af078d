import { expect, test } from 'vitest';
import { failed, play, sent, synced, verifying, withFile } from '#tests/support/play-upload.ts';
import type { EngineEvent } from './engine-types.ts';
import { faults } from './faults.ts';

const verified = (agrees: boolean): EngineEvent => ({ type: 'verified', agrees, newUploadId: 'b' });
const isFinal = { code: 'final_read_only', message: 'Протокол уже итоговый: видео не обрабатывается' };
const refused: EngineEvent = { type: 'process-refused', fault: isFinal };
const refusal = { type: 'announce', stage: 'video_process', refusal: isFinal.message };

test.each([
  ['verified first', [verified(true), refused]],
  ['refused first', [refused, verified(true)]],
])('a complete recording whose processing is refused is done, and the reason is announced: %s', (_, events) => {
  const steps = events.map((_, at) => play(verifying(), ...events.slice(0, at + 1)));
  expect(steps.at(-1)?.drive.row.state).toBe('done');
  expect(steps.flatMap(({ effects }) => effects).filter(({ type }) => type === 'announce')).toEqual([refusal]);
  expect(steps.at(-1)?.kinds).toContain('drop');
});

test('refused processing after a late cancellation also ends as done', () => {
  const assembled = { code: 'upload_assembled', message: 'Видео уже загружено полностью' };
  const start = play(verifying(), { type: 'cancel' }, failed({ kind: 'conflict', fault: assembled }));
  expect(play(start.drive, synced([[0, 3]]), refused, verified(true)).drive.row.state).toBe('done');
});

test('a file that differs from the server’s is sent as a new upload from the start, once a person agrees', () => {
  const { drive } = play(verifying(), verified(false));
  expect(drive.row).toMatchObject({ state: 'failed', lastError: faults.differs, uploadId: 'b', begun: false });
  expect(drive.row).toMatchObject({ acknowledged: [], hashes: [null, null, null, null], processAt: null });
  expect(play(drive, { type: 'resume' }, synced([])).drive.row.state).toBe('uploading');
  const unknown = { kind: 'refused', fault: { code: 'upload_unknown', message: 'Такой загрузки нет' } } as const;
  expect(play(drive, { type: 'cancel' }, failed(unknown)).drive.row.state).toBe('cancelled');
});

test('a complete upload that the server no longer has is not sent again automatically', () => {
  const start = withFile({ begun: true, acknowledged: [[0, 3]], processAt: 900 });
  const unknown = { ...synced([]), state: 'unknown' } as EngineEvent;
  const { drive, effects } = play(start, { type: 'start' }, unknown);
  expect(sent(effects)).toEqual([]);
  expect(drive.row).toMatchObject({
    state: 'failed',
    lastError: faults.removedElsewhere,
    uploadId: 'b',
    processAt: null,
  });
  expect(sent(play(drive, { type: 'resume' }, synced([])).effects)).toEqual([0, 1]);
  const half = withFile({ begun: true, acknowledged: [[0, 1]] });
  expect(sent(play(half, { type: 'start' }, unknown).effects)).toEqual([0, 1]);
});

test('an upload that the server rejected shows the server’s reason', () => {
  const reason = 'У протокола слишком много записей: удалите лишние и загрузите эту снова';
  const rejected = { ...synced([]), state: 'rejected', reason } as EngineEvent;
  const { drive } = play(withFile({ begun: true }), { type: 'start' }, rejected);
  expect(drive.row.lastError?.message).toBe(`${reason}. Видео на этом устройстве цело.`);
});

test('a clock that was put back does not delay processing', () => {
  const start = withFile({ begun: true, acknowledged: [[0, 3]], processAt: 1_000 + 3 * 3_600_000 });
  expect(play(start, { type: 'start' }, synced([[0, 3]])).effects).toContainEqual({ type: 'process-at', at: 4_000 });
});
