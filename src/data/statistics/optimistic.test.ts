// @vitest-environment jsdom
import { expect, test } from 'vitest';
import '#src/app/registry.ts';
import { createKeyword, deleteKeyword } from '#src/data/keyword/index.ts';
import { createMeeting, deleteMeeting } from '#src/data/meeting/index.ts';
import { deleteProtocol } from '#src/data/protocol/index.ts';
import { deleteTask } from '#src/data/task/index.ts';
import { unsentRow } from '#tests/support/unsent-row.ts';
import { applyToCounts, changesTaskCounts } from './optimistic.ts';

const counts = { meetings: 3, protocols: 2, tasks: 1, keywords: 0 };
const meeting = unsentRow(createMeeting, {
  id: 'm1',
  body: { title: 'Совет', start_at: '2026-12-01T10:00:00Z', end_at: '2026-12-01T11:00:00Z' },
  files: [],
});
const gone = unsentRow(deleteMeeting, { meeting: { id: 'm2' } });

test('unsent creations are counted, entities to be deleted are not', () => {
  const keyword = unsentRow(createKeyword, { id: 'k1', name: 'срок' });
  const protocol = unsentRow(deleteProtocol, { id: 'p1', title: 'Совет' });
  expect(applyToCounts(counts, [meeting, keyword, protocol], 0)).toEqual({
    meetings: 4,
    protocols: 1,
    tasks: 1,
    keywords: 1,
  });
});

test('a mutation that the server had when the counts were read is not counted twice', () => {
  const sent = { ...meeting, state: 'sent' as const, sentAt: 5 };
  expect(applyToCounts(counts, [sent], 4).meetings).toBe(4);
  expect(applyToCounts(counts, [sent], 6).meetings).toBe(3);
});

test('a refused deletion is not subtracted; an unknown count stays unknown; none falls below zero', () => {
  expect(applyToCounts(counts, [{ ...gone, state: 'failed' }], 0).meetings).toBe(3);
  expect(applyToCounts({ tasks: 1 }, [meeting], 0)).toEqual({ tasks: 1 });
  const keyword = unsentRow(deleteKeyword, { keyword: { id: 'k1' } });
  expect(applyToCounts(counts, [keyword], 0).keywords).toBe(0);
});

test('an unsent mutation of a task changes the counts of tasks, one of a meeting does not', () => {
  const task = {
    id: 't1',
    status: 'new',
    title: '',
    protocol_id: 'p1',
    assignee_id: null,
    due_at: null,
    agenda_id: null,
  };
  const removal = unsentRow(deleteTask, { task });
  expect(changesTaskCounts([meeting])).toBe(false);
  expect(changesTaskCounts([meeting, removal])).toBe(true);
  expect(changesTaskCounts([{ ...removal, state: 'sent' }])).toBe(false);
});
