import { expect, test } from 'vitest';
import { meetingBody } from './meeting-body.ts';

const foreign = { id: '7', title: 'Планёрка', place: null, room_code: 'B-12', protocol_id: '3', files: [] };

test('a foreign provider gets all that it told, with the change', () => {
  expect(meetingBody(foreign, { start_at: '2026-11-21T10:00:00Z' }, false)).toEqual({
    title: 'Планёрка',
    room_code: 'B-12',
    start_at: '2026-11-21T10:00:00Z',
  });
});

test('our server gets the change alone', () => {
  expect(meetingBody(foreign, { place: 'Зал' }, true)).toEqual({ place: 'Зал' });
});
