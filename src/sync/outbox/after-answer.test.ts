import { expect, test } from 'vitest';
import type { OutboxRow } from '../store/outbox-row.ts';
import { afterAnswer } from './after-answer.ts';

let seq = 0;

/** A queued mutation, by its method and path, of this scope and subject. */
function row(request: string, scope: string, subject: string): OutboxRow {
  seq += 1;
  const [method, path = ''] = request.split(' ');
  return {
    ...{ seq, id: request, ownerId: 'u1', kind: 'some', scope, subject, variables: {}, title: request },
    request: { method: method as OutboxRow['request']['method'], path },
    ...{ state: 'failed', begun: false, attempt: 0, nextAttemptAt: null, fault: null, createdAt: 0 },
  };
}

/** Returns what is dropped with a deletion that the server took. */
function droppedWith(deletion: OutboxRow, earlier: readonly OutboxRow[]): string[] {
  const answer = { kind: 'sent', reply: undefined, keepsIds: false } as const;
  const { drop } = afterAnswer([...earlier, deletion], deletion, answer, { now: 0, random: 0, awaited: [] });
  return (drop ?? []).map(({ id }) => id);
}

test('a deletion drops the unsent mutations of its thing, not those of another thing with the same number', () => {
  const earlier = [
    row('PUT /protocols/2', 'protocol:2', '2'),
    row('POST /protocols/2/tasks', 'protocol:2', 't1'),
    row('PUT /protocols/tasks/2', 'protocol:2', '2'),
    row('PUT /bodies/2', 'body:2', '2'),
    row('DELETE /protocols/members/2', 'protocol:2', '2'),
  ];
  expect(droppedWith(row('DELETE /protocols/tasks/2', 'protocol:2', '2'), earlier)).toEqual(['PUT /protocols/tasks/2']);
  expect(droppedWith(row('DELETE /bodies/2', 'body:2', '2'), earlier)).toEqual(['PUT /bodies/2']);
  // A member is named by the number of the user, in every protocol.
  expect(droppedWith(row('DELETE /protocols/members/2', 'protocol:3', '2'), earlier)).toEqual([]);
});

test('the deletion of a protocol drops all unsent mutations of its scope', () => {
  for (const id of ['2', 'p2']) {
    const earlier = [
      row(`PUT /protocols/${id}`, `protocol:${id}`, id),
      row(`POST /protocols/${id}/tasks`, `protocol:${id}`, 't1'),
      row('PUT /protocols/tasks/9', `protocol:${id}`, '9'),
      row('PUT /protocols/tasks/8', 'protocol:3', '8'),
    ];
    const dropped = droppedWith(row(`DELETE /protocols/${id}`, `protocol:${id}`, id), earlier);
    expect(dropped).toEqual(earlier.slice(0, 3).map((each) => each.id));
  }
});
