import { afterEach, expect, test, vi } from 'vitest';
import { useTimeZone } from '#tests/support/time-zone.ts';
import { agendaBody, emptyForm, headBody, headForm, headOf, newProtocolForm } from './protocol-form.ts';

afterEach(() => {
  vi.useRealTimers();
});

function messages(change: object): Record<string, string> {
  const parsed = newProtocolForm.safeParse({ ...emptyForm(), title: 'Планёрка', ...change });
  return Object.fromEntries((parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
}

test('a title is required and enough', () => {
  expect(messages({})).toEqual({});
  expect(messages({ title: '  ' })).toEqual({ title: 'Поле обязательно для заполнения' });
});

test('a new protocol begins at the local time, whose offset gives its year and day', () => {
  useTimeZone('Asia/Kamchatka');
  vi.useFakeTimers({ now: new Date('2026-12-31T21:30:00Z') });
  expect(emptyForm().held_at).toBe('2027-01-01T09:00:00+12:00');
});

test('an end must be after its start to the minute, as on the server', () => {
  const held_at = '2026-11-20T10:00:00Z';
  const late = { ended_at: 'Конец должен быть позже начала' };
  expect(messages({ held_at, ended_at: '2026-11-20T10:01:00Z' })).toEqual({});
  expect(messages({ held_at, ended_at: '2026-11-20T13:00:00+03:00' })).toEqual(late);
  expect(messages({ held_at, ended_at: '2026-11-20T12:59:00+03:00' })).toEqual(late);
});

test('a question needs a title as soon as it has a speaker', () => {
  const empty = { id: 'a1', title: ' ', speaker: [] };
  const spoken = { ...empty, speaker: [{ id: 'u1', name: 'Иванов' }] };
  expect(messages({ agenda: [empty, spoken] })).toEqual({ 'agenda.1.title': 'Поле обязательно для заполнения' });
});

test.each([
  ['№ 12-А', '12-А'],
  [' №\u00a0№7', '7'],
  ['№', null],
  ['12 №', '12 №'],
])('a number typed as «%s» is %s', (typed, number) => {
  expect(headBody(headForm.parse({ ...emptyForm(), title: 'Планёрка', number: typed })).number).toBe(number);
});

test('an agenda is sent without its empty lines', () => {
  const items = [
    { id: 'a1', title: 'О смете', speaker: [{ id: 'u1', name: 'Иванов' }] },
    { id: 'a2', title: '', speaker: [] },
  ];
  expect(agendaBody(items)).toEqual([{ id: 'a1', title: 'О смете', speaker_id: 'u1' }]);
});

test('a head goes through its form unchanged', () => {
  const head = {
    title: 'Планёрка',
    number: '7',
    kind: null,
    held_at: '2026-11-20T10:00:00Z',
    ended_at: null,
    place: 'Москва',
    organization: null,
    meeting_id: null,
    body_id: 'b1',
    quorum: { share: 0.5 },
    chairman_id: 'u1',
  };
  const form = headOf({ id: 'p1', stage: 'no_video', ...head }, 'Иванов С. П.');
  expect(form.chairman).toEqual([{ id: 'u1', name: 'Иванов С. П.' }]);
  expect(headBody(headForm.parse(form))).toEqual(head);
});

test('a time in a provider’s own format is read, an invalid one is left out', () => {
  const times = { held_at: '2026-11-20 10:00', ended_at: 'скоро' };
  const form = headOf({ id: 'p1', stage: 'no_video', ...times }, undefined);
  expect(Date.parse(form.held_at ?? '')).toBe(new Date(2026, 10, 20, 10).getTime());
  expect(form.ended_at).toBeNull();
});
