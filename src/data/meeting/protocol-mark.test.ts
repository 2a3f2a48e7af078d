import { expect, test } from 'vitest';
import { isOver } from './hours.ts';
import { protocolMark } from './protocol-mark.ts';

const now = Date.parse('2026-11-18T14:00:00+03:00');
const past = { id: 'm', start_at: '2026-11-18T11:00:00+03:00', end_at: '2026-11-18T12:00:00+03:00' };
const coming = { id: 'm', start_at: '2026-11-18T13:30:00+03:00', end_at: '2026-11-18T14:30:00+03:00' };

test('a protocol is marked with its stage, a missing one after the meeting only', () => {
  expect(protocolMark({ ...past, protocol_id: 'p', protocol_stage: 'final' }, now)).toEqual({
    kind: 'written',
    stage: 'final',
    words: 'Протокол: итоговый',
  });
  expect(protocolMark({ ...past, protocol_id: null }, now)).toEqual({ kind: 'missing', words: 'Протокола нет' });
  expect(protocolMark({ ...coming, protocol_id: null }, now)).toBeUndefined();
  expect(protocolMark({ ...coming, protocol_id: 'p', protocol_stage: 'no_video' }, now)?.words).toBe(
    'Протокол: без видео',
  );
});

test('nothing is claimed that the server does not report', () => {
  expect(protocolMark(past, now)).toBeUndefined();
  expect(protocolMark({ ...past, protocol_id: 'p' }, now)?.words).toBe('Есть протокол');
});

test('a meeting is over at its end, an hour after its start where it has none, a whole day after that day', () => {
  expect([past, coming].map((meeting) => isOver(meeting, now))).toEqual([true, false]);
  expect(isOver({ start_at: '2026-11-18T13:00:00+03:00' }, now)).toBe(true);
  expect(isOver({ start_at: '2026-11-18T13:01:00+03:00' }, now)).toBe(false);
  expect(isOver({ start_at: '2026-11-17' }, now)).toBe(true);
  expect(isOver({ start_at: '2026-11-18' }, now)).toBe(false);
  expect(isOver({}, now)).toBe(false);
});
