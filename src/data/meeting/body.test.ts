import { expect, test } from 'vitest';
import { wholeMeeting } from './body.ts';

test('a foreign provider gets back its fields, also unknown ones', () => {
  const foreign = { id: '7', title: 'Планёрка', place: null, room_code: 'B-12', protocol_id: '3', files: [] };
  expect(wholeMeeting(foreign)).toEqual({ title: 'Планёрка', room_code: 'B-12' });
});
