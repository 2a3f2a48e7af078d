import { describe, expect, test } from 'vitest';
import { bodyOf, changedBody, emptyForm, formOf, mayInvite, meetingForm } from './meeting-form-values.ts';

const whole = {
  title: ' Планёрка ',
  description: '',
  place: 'Переговорная',
  link: '',
  start_at: '2026-11-21T10:00:00+03:00',
  end_at: '2026-11-21T11:00:00+03:00',
  participants: [{ id: '5', name: 'Иванов' }],
  body_id: '',
  guests: [],
  invites: false,
  repeat: null,
};

const guest = (name: string, email: string) => ({ id: `${name} ${email}`, name, email });

function issues(change: object): [path: string, message: string][] {
  const read = meetingForm.safeParse({ ...whole, ...change });
  return (read.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);
}

describe('an error is reported at its field', () => {
  test.each([
    [{ title: ' ' }, 'title', 'Поле обязательно для заполнения'],
    [{ start_at: null }, 'start_at', 'Поле обязательно для заполнения'],
    [{ end_at: null }, 'end_at', 'Поле обязательно для заполнения'],
    [{ end_at: 'unfinished' }, 'end_at', 'Неверная дата'],
    [{ end_at: whole.start_at }, 'end_at', 'Конец должен быть позже начала'],
    [{ end_at: '2026-11-21T07:30:00Z' }, undefined, undefined],
    [{ end_at: '2026-12-23T10:00:00+03:00' }, 'end_at', 'Встреча не может длиться больше 31 дня'],
    [{ place: 'я'.repeat(301) }, 'place', 'Не больше 300 символов'],
    [{ guests: [guest('Щукин', 'не адрес')] }, 'guests.0.email', 'Неверный формат e-mail'],
    [{ guests: [guest('', 'a@example.ru')] }, 'guests.0.name', 'Поле обязательно для заполнения'],
    [
      { guests: [guest('Щукин', 'a@example.ru'), guest('Котов', ' A@example.ru')] },
      'guests.1.email',
      'Этот e-mail уже указан у другого гостя',
    ],
    [
      { guests: [guest('Щукин', 'a@почта.рф'), guest('Котов', 'a@xn--80a1acny.xn--p1ai')] },
      'guests.1.email',
      'Этот e-mail уже указан у другого гостя',
    ],
    [{ guests: [guest(' ', ''), guest('Щукин', 'a@example.ru')] }, undefined, undefined],
  ])('%o', (change, path, message) => {
    expect(issues(change)).toEqual(path ? [[path, message]] : []);
  });
});

test('an emptied field is sent as null, an untouched one stays as it was', () => {
  expect(bodyOf(meetingForm.parse(whole))).toEqual({
    title: 'Планёрка',
    description: null,
    place: 'Переговорная',
    link: null,
    start_at: whole.start_at,
    end_at: whole.end_at,
    participant_ids: ['5'],
    body_id: null,
    guests: [],
  });
});

test('a change contains what differs from what was shown; spaces around it do not count', () => {
  expect(changedBody(whole, { ...whole, title: 'Планёрка' })).toEqual({});
  const changed = { ...whole, place: ' ', participants: [], end_at: '2026-11-21T12:00:00+03:00' };
  expect(changedBody(whole, changed)).toEqual({ place: null, participant_ids: [], end_at: changed.end_at });
});

test('a meeting of which only the id is known makes an empty form', () => {
  expect(formOf({ id: '7' })).toEqual({
    title: '',
    description: '',
    place: '',
    link: '',
    start_at: null,
    end_at: null,
    participants: [],
    body_id: '',
    guests: [],
    invites: false,
    repeat: null,
  });
});

test('a new meeting lasts an hour unless its end was drawn', () => {
  const start = new Date(2026, 10, 21, 10);
  const lasts = ({ start_at, end_at }: ReturnType<typeof emptyForm>) =>
    Date.parse(end_at ?? '') - Date.parse(start_at ?? '');
  expect(Date.parse(emptyForm(start, undefined).start_at ?? '')).toBe(start.getTime());
  expect(lasts(emptyForm(start, undefined))).toBe(60 * 60_000);
  expect(lasts(emptyForm(start, new Date(2026, 10, 21, 10, 30)))).toBe(30 * 60_000);
});

test('times in a provider’s own format can be saved again', () => {
  const form = formOf({ id: 'm1', title: 'Планёрка', start_at: '2026-11-21 10:00:00', end_at: '2026-11-22' });
  expect(meetingForm.safeParse(form).success).toBe(true);
  expect(Date.parse(form.start_at ?? '')).toBe(new Date(2026, 10, 21, 10).getTime());
  expect(Date.parse(form.end_at ?? '')).toBe(new Date(2026, 10, 22).getTime());
});

test.each([
  [{ participants: [{ id: 'me', name: 'Петрова' }] }, false],
  [{ participants: [{ id: 'me', name: 'Петрова' }], guests: [guest('Щукин', 'a@example.ru')] }, true],
  [{ participants: whole.participants }, true],
  [{ participants: whole.participants, end_at: '2026-11-20T11:00:00Z' }, false],
])('with %o others than the organizer may be sent mails: %s', (change, may) => {
  expect(mayInvite({ ...whole, ...change }, 'me', Date.parse('2026-11-21T06:00:00Z'))).toBe(may);
});
