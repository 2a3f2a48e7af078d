import { describe, expect, test } from 'vitest';
import { dependentsOf, type OutboxRow, type StoredRequest } from '../store/outbox-row.ts';
import { blockedMutations, nextDue, nextMutation } from './order.ts';

let seq = 0;

function write(id: string, request: Partial<StoredRequest>, more: Partial<OutboxRow> = {}): OutboxRow {
  seq += 1;
  return {
    seq,
    id,
    ownerId: 'u1',
    kind: 'some',
    scope: 'protocol:p1',
    subject: 'p1',
    variables: {},
    title: id,
    request: { method: 'PUT', path: '/protocols/p1', ...request },
    state: 'waiting',
    begun: false,
    attempt: 0,
    nextAttemptAt: null,
    fault: null,
    createdAt: 0,
    ...more,
  };
}

const next = (rows: OutboxRow[], busy: string[] = []) => nextMutation(rows, 0, new Set(busy))?.id;
const holders = (rows: OutboxRow[]) => Object.fromEntries([...blockedMutations(rows)].map(([id, by]) => [id, by.id]));

const agenda = (id: string, more: Partial<OutboxRow>) => write(id, { body: { agenda: [] } }, more);
const task = (id: string, body: Record<string, unknown>) =>
  write(id, { method: 'POST', path: '/protocols/p1/tasks', body }, { subject: id, creates: id });
const deletion = (more: Partial<OutboxRow> = {}) => write('deletion', { method: 'DELETE' }, more);

test('a waiting mutation holds up its scope, a failed one only the same subject', () => {
  const edit = agenda('edit', { state: 'failed' });
  const rows = [edit, agenda('another', {}), task('t1', {}), task('t2', {})];
  expect(next(rows)).toBe('t1');
  expect(next(rows, ['t1'])).toBeUndefined();
  expect(holders(rows)).toEqual({ another: 'edit' });
});

test('a task on a question waits for the edit that adds this question, and for what blocks that edit', () => {
  for (const state of ['conflict', 'failed'] as const) {
    const rows = [
      agenda('first', { state, brings: ['q1'] }),
      agenda('second', { brings: ['q2'] }),
      task('t1', { agenda_id: 'q1' }),
      task('t2', { agenda_id: 'q2' }),
      task('t3', { agenda_id: 'q0' }),
    ];
    expect(next(rows)).toBe('t3');
    expect(next(rows.slice(0, 4))).toBeUndefined();
    expect(holders(rows)).toEqual({ second: 'first', t1: 'first', t2: 'first' });
  }
});

test('a deletion waits for a mutation that refers to its entity elsewhere', () => {
  const creation = write(
    'creation',
    { method: 'POST', path: '/protocols', body: { meeting_id: 'm1' } },
    { creates: 'p1' },
  );
  const meeting = write('meeting', { method: 'DELETE', path: '/meetings/m1' }, { scope: 'meeting:m1', subject: 'm1' });
  expect(next([creation, meeting], ['creation'])).toBeUndefined();
  expect(next([{ ...creation, state: 'failed' }, meeting])).toBeUndefined();
  expect(holders([{ ...creation, state: 'failed' }, meeting])).toEqual({ meeting: 'creation' });
  expect(next([meeting, creation])).toBe('meeting');
});

test('a deletion waits for a mutation that has the client id of its entity anywhere', () => {
  const made = '0199c2a4-1f0e-7c3a-9d53-0a4b6f7e8d21';
  const meeting = write(
    'meeting',
    { method: 'DELETE', path: `/meetings/${made}` },
    { scope: 'meeting:1', subject: made },
  );
  for (const body of [{ answers: { [made]: 'yes' } }, { after: [made] }]) {
    const refused = write('refused', { body }, { state: 'failed', subject: 't1', scope: 'protocol:12' });
    expect(next([refused, meeting])).toBeUndefined();
  }
});

test('a deletion waits for a reference to its numeric id, not for the same number of something else', () => {
  const meeting = write('meeting', { method: 'DELETE', path: '/meetings/7' }, { scope: 'meeting:7', subject: '7' });
  const of = (request: Partial<StoredRequest>) =>
    write('refused', request, { state: 'failed', subject: 't1', scope: 'protocol:12' });
  const others: Partial<StoredRequest>[] = [
    { body: { due_at: '2026-11-27', title: '7 экземпляров', order: [17, 70] } },
    { method: 'POST', path: '/protocols/17/tasks' },
    { method: 'POST', path: '/protocols/7/tasks', body: { number: '7', assignee_id: 7, votes: { for: 7 } } },
    { path: '/protocols/tasks/7', body: { meeting_id: '17', agenda: [{ id: 7, order: 7 }] } },
    {
      form: [
        ['protocol_id', '7'],
        ['agenda', '[{"id":7}]'],
      ],
    },
    {
      form: [
        ['title', 'Смета 7'],
        ['guests[]', '{"name":"Ким 7"}'],
        ['note', '{7'],
      ],
    },
  ];
  for (const request of others) {
    expect(next([of(request), meeting])).toBe('meeting');
    expect(holders([of(request), meeting])).toEqual({});
  }
  const its: Partial<StoredRequest>[] = [
    { body: { meeting_id: 7 } },
    { body: { meetings: [{ id: '7' }] } },
    { body: { meeting_ids: [5, 7] } },
    { body: { past_meeting_id: '7' } },
    { method: 'POST', path: '/meetings/7/invitations?all=1' },
    { path: '/me/meetings/7' },
    { path: '/protocols?meeting_id=7' },
    { form: [['meeting_id', '7']] },
    { form: [['meetings[]', '{"id":7}']] },
  ];
  for (const request of its) {
    expect(next([of(request), meeting])).toBeUndefined();
    expect(holders([of(request), meeting])).toEqual({ meeting: 'refused' });
  }
});

test('a mutation does not wait for one of another thing with the same number', () => {
  const refused = agenda('refused', { state: 'failed', scope: 'protocol:2', subject: '2' });
  refused.request.path = '/protocols/2';
  const of = (path: string) => write('later', { path }, { scope: 'protocol:2', subject: '2' });
  expect(next([refused, of('/protocols/tasks/2')])).toBe('later');
  expect(holders([refused, of('/protocols/tasks/2')])).toEqual({});
  expect(holders([refused, of('/protocols/2')])).toEqual({ later: 'refused' });
});

test.each([
  ['/bodies/7', { body_id: 7 }],
  ['/protocols/tasks/7', { origin_task_id: 7 }],
  ['/protocols/7', { protocol_id: 7 }],
])('DELETE %s waits for a mutation that refers to it', (path, body) => {
  const removal = write('removal', { method: 'DELETE', path }, { scope: 'its', subject: '7' });
  expect(next([write('refused', { body }, { state: 'failed' }), removal])).toBeUndefined();
  expect(next([write('refused', { body: { meeting_id: 7 } }, { state: 'failed' }), removal])).toBe('removal');
});

test('a deletion overtakes edits of its entity that wait for a person, but not its creation', () => {
  for (const state of ['failed', 'conflict', 'unsure'] as const) {
    const rows = [agenda('edit', { state }), agenda('another', {}), task('t1', {}), deletion()];
    expect(next(rows, ['t1'])).toBeUndefined();
    expect(next(rows.filter(({ id }) => id !== 't1'))).toBe('deletion');
    expect(holders(rows)).toEqual({ another: 'edit' });
    const made = [agenda('creation', { state, creates: 'p1' }), deletion()];
    expect(next(made)).toBeUndefined();
    expect(holders(made)).toEqual({ deletion: 'creation' });
  }
});

test('the queue wakes at the next retry time, also one in the past, and not for a blocked mutation', () => {
  const later = agenda('edit', { nextAttemptAt: 50 });
  expect(nextDue([later], 20)).toBe(50);
  expect(nextDue([later], 60)).toBe(50);
  expect(nextDue([{ ...later, nextAttemptAt: null }], 60)).toBeUndefined();
  expect(nextDue([agenda('first', { state: 'failed' }), later], 60)).toBeUndefined();
});

test('a mutation of one occurrence waits for the creation of its series, by ids derived from the series id', () => {
  const series = '0199c2a4-1f0e-7c3a-9d53-0a4b6f7e8d21';
  const making = { scope: 'series:1', subject: series };
  const [one, other] = [`${series}-20261208`, `${series}-20261215`];
  const later = [
    write('edit', { path: `/meetings/${one}` }, { scope: `meeting:${one}`, subject: one }),
    write('removal', { method: 'DELETE', path: `/meetings/${other}` }, { scope: `meeting:${other}`, subject: other }),
    write('protocol', { method: 'POST', path: '/protocols', body: { meeting_id: one } }, { creates: 'p1' }),
    write('form', { form: [['meeting_id', one]] }, { scope: 'protocol:p2', subject: 'p2' }),
  ];
  for (const made of [{ creates: series }, { brings: [series] }]) {
    const creation = write('series', {}, { ...making, ...made });
    const rows = later.map((row, at) => ({ ...row, seq: creation.seq + at + 1 }));
    expect(next([creation, ...rows], ['series'])).toBeUndefined();
    expect(next([{ ...creation, state: 'failed' }, ...rows])).toBeUndefined();
    if ('creates' in made) expect(dependentsOf([creation, ...rows], creation)).toEqual(rows);
  }
  // Numeric ids of a plain provider are not matched as prefixes, and a longer id is a different one.
  for (const [id, path] of [
    ['7', '/meetings/7-20261208'],
    [series, `/meetings/${series}-202612081`],
    [series, `/meetings/${series}-later`],
  ] as const) {
    const creation = write('series', {}, { ...making, subject: id, creates: id });
    expect(next([creation, write('edit', { path }, { scope: 'meeting:x', subject: 'x' })], ['series'])).toBe('edit');
  }
});

test('an undoable deletion holds up mutations of its entity, and nothing else of its scope', () => {
  const removed = deletion({ id: 'removed', subject: 't1', notBefore: 8_000 });
  const rows = [removed, write('status', {}, { subject: 't1' }), task('t2', {})];
  expect(next(rows)).toBe('t2');
  expect(next([removed, write('status', {}, { subject: 't1' })])).toBeUndefined();
  expect(nextDue([removed], 0)).toBe(8_000);
  expect(nextMutation([removed], 8_000, new Set())).toBe(removed);
  // The clock was set back by an hour meanwhile.
  expect(nextMutation([{ ...removed, createdAt: 3_600_000, notBefore: 3_608_000 }], 0, new Set())?.id).toBe('removed');
});

test('a deletion after its undo period keeps its place in its scope', () => {
  const removed = deletion({ id: 'removed', subject: 't1', notBefore: 10, nextAttemptAt: 500 });
  expect(nextMutation([removed, task('t2', {})], 100, new Set())).toBeUndefined();
});

describe('a part that has its own scope, and the whole that it belongs to', () => {
  const whole = (id: string, more: Partial<OutboxRow> = {}) =>
    write(id, { path: '/meeting-series/s' }, { scope: 'series:s', subject: `s ${id}`, ...more });
  const part = (id: string, more: Partial<OutboxRow> = {}) =>
    write(id, { path: `/meetings/${id}` }, { scope: `meeting:${id}`, subject: id, partOf: 'series:s', ...more });
  const isDeletion = { request: { method: 'DELETE', path: '/meetings/m1' } } as const;

  test('are changed in order, whichever comes first; its parts do not wait for each other', () => {
    expect(next([whole('all'), part('m1')], ['all'])).toBeUndefined();
    expect(next([{ ...whole('all'), nextAttemptAt: 500 }, part('m1'), part('m2')])).toBeUndefined();
    expect(next([part('m1'), whole('all')], ['m1'])).toBeUndefined();
    expect(next([part('m1'), part('m2')], ['m1'])).toBe('m2');
    expect(next([whole('all'), part('m1', { partOf: 'series:other' })], ['all'])).toBe('m1');
    expect(next([whole('all'), part('m1', isDeletion)], ['all'])).toBeUndefined();
  });

  test('wait for a person’s decision about the other, except for a deletion', () => {
    const refused = { state: 'failed' } as const;
    expect(holders([whole('all', refused), part('m1')])).toEqual({ m1: 'all' });
    expect(holders([part('m1', refused), whole('all')])).toEqual({ all: 'm1' });
    expect(next([whole('all', refused), part('m1', isDeletion)])).toBe('m1');
    expect(next([part('m1', { ...refused, ...isDeletion }), whole('all')])).toBe('all');
  });

  test('are changed in order also where an earlier mutation brings the whole', () => {
    const split = whole('split', { brings: ['n'], nextAttemptAt: 500 });
    expect(next([split, part('m1', { partOf: 'series:n' })])).toBeUndefined();
  });
});
