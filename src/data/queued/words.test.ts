// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { OutboxRow } from '#src/sync/index.ts';
import '#src/app/registry.ts';
import { likelyCandidate, mutationAddress } from './lookups.ts';
import { fieldFaults, mutationWords } from './words.ts';

const row: OutboxRow = {
  seq: 1,
  id: 'w1',
  ownerId: '7',
  kind: 'protocol.create',
  scope: 'protocol:p1',
  subject: 'p1',
  creates: 'p1',
  title: 'Новый протокол «Совет»',
  variables: {},
  request: { method: 'POST', path: '/protocols', body: { title: 'Совет' } },
  state: 'waiting',
  begun: false,
  attempt: 0,
  nextAttemptAt: null,
  fault: null,
  createdAt: 1,
};
const fault = { status: 422, code: 'validation_failed', message: 'Нет названия', fields: {} };

test.each([
  [{}, { online: false }, 'Нет подключения · отправится само'],
  [{}, {}, 'В очереди'],
  [{ begun: true }, {}, 'Отправляется'],
  [{ nextAttemptAt: 21_000 }, {}, 'Сервер занят · повтор через 20\u00A0секунд'],
  [
    {
      nextAttemptAt: 21_000,
      fault: { ...fault, status: 429, message: 'Слишком много писем. Попробуйте снова через 1 минуту' },
    },
    {},
    'Слишком много писем · повтор через 20\u00A0секунд',
  ],
  [{ nextAttemptAt: 2_500 }, {}, 'Сервер занят · повтор через 2\u00A0секунды'],
  [{ nextAttemptAt: 91_000 }, {}, 'Сервер занят · повтор через 2\u00A0минуты'],
  [{ nextAttemptAt: 1_000 }, {}, 'Сервер занят · повтор сейчас'],
  [{}, { heldBy: { ...row, title: 'Повестка' } }, 'Ждёт, пока не решено: Повестка'],
  [{ state: 'failed', fault }, {}, 'Нет названия'],
  [{ state: 'conflict', fault }, {}, /появилась другая версия/],
  [{ state: 'unsure' }, {}, /неизвестно, получил ли/],
  [{ state: 'unnamed' }, {}, /не сказал, под каким номером/],
] as const)('%j %j', (change, situation, words) => {
  expect(mutationWords({ ...row, ...change }, { online: true, now: 1_000, ...situation })).toMatch(words);
});

test('field errors that repeat the message or each other are shown once', () => {
  const fields = { title: 'Нет названия', place: 'Слишком длинно', note: 'Слишком длинно' };
  expect(fieldFaults({ ...row, fault: { ...fault, fields } })).toEqual(['Слишком длинно']);
});

test.each([
  [{ state: 'failed' }, '/main/protocols/add?write=w1'],
  [{ state: 'conflict', kind: 'protocol.update', creates: undefined }, '/main/protocols/p1?write=w1'],
  [{ kind: 'task.create', creates: 't1' }, '/main/protocols/p1?write=w1'],
  [{ kind: 'member.create' }, '/main/protocols/p1?write=w1'],
  [{ kind: 'meeting.update', scope: 'meeting:m1' }, '/main/meetings?write=w1'],
  [{ kind: 'keyword.create', scope: 'keyword:k1' }, '/main/settings/keywords?write=w1'],
  [{ kind: 'profile.update', scope: 'profile' }, '/main/settings?write=w1'],
  [{ kind: 'task.update', scope: 'task:t1' }, undefined],
  [{ kind: 'unknown.update', scope: 'x' }, undefined],
] as const)('%j is corrected at %s', (change, place) => {
  expect(mutationAddress({ ...row, ...change })).toBe(place);
});

test('the candidate with the same title is suggested, unless there are several', () => {
  const things = [
    { id: '1', title: 'Планёрка' },
    { id: '2', title: 'Совет' },
  ];
  expect(likelyCandidate(row, things)?.id).toBe('2');
  expect(likelyCandidate(row, [...things, { id: '3', title: 'Совет' }])).toBeUndefined();
});
