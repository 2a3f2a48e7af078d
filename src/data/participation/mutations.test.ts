// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { OwnTask } from '#contract/participation/participation.ts';
import '#src/app/registry.ts';
import { mutationAddress } from '#src/data/queued/index.ts';
import { applyToList, applyToPage, type OutboxRow, requestOf } from '#src/sync/index.ts';
import { ownMeetingCollection, ownTaskCollection } from './collection.ts';
import { answerMeeting, type NewReport, reportTask, withdrawReport } from './mutations.ts';

const task: OwnTask = { id: 't1', status: 'new', title: 'Смета', reports: [] };
const file = new File(['а'], 'смета.pdf');
const report: NewReport = { id: 'r1', task, text: 'Готово', files: [file], writtenAt: Date.UTC(2026, 0, 20) };
const page = { rows: [task], meta: { current_page: 1, per_page: 15, total: 1, has_next: false } };
const row = (kind: { name: string }, variables: unknown, state = 'waiting') =>
  ({ kind: kind.name, variables, id: `w-${kind.name}`, scope: 'ownTask:t1', state }) as OutboxRow;
const applied = (rows: OutboxRow[]) => applyToPage(ownTaskCollection, page, rows, { page: 1, readAt: 0 })?.rows[0];

test('an unsent report is shown with its task, with the names of its files', () => {
  expect(applied([row(reportTask, report)])).toMatchObject({
    reports: [{ id: 'r1', state: 'waiting', text: 'Готово', files: [{ name: 'смета.pdf', size: 2 }] }],
    unsent: { state: 'waiting' },
  });
});

test('a report is sent as form data under its own id, and is corrected on the page of the tasks', () => {
  const { form, path, needs } = requestOf(reportTask, reportTask.prepare(report));
  expect([path, needs]).toEqual(['/me/tasks/t1/reports', 'participation']);
  expect(form).toEqual([
    ['id', 'r1'],
    ['text', 'Готово'],
    ['files[]', file],
  ]);
  expect(mutationAddress(row(reportTask, report, 'failed'))).toBe('/main/settings?tab=tasks&write=w-ownTask.report');
});

test('a withdrawn report no longer waits, unless the withdrawal was refused', () => {
  const withdrawn = applied([row(reportTask, report), row(withdrawReport, { task, reportId: 'r1' })]);
  expect(withdrawn?.reports).toMatchObject([{ id: 'r1', state: 'withdrawn' }]);
  const refused = applied([row(reportTask, report), row(withdrawReport, { task, reportId: 'r1' }, 'failed')]);
  expect(refused).toMatchObject({ reports: [{ id: 'r1', state: 'waiting' }], unsent: { state: 'failed' } });
});

test('the note of one answer is not shown with another answer', () => {
  const meeting = { id: 'm1', title: 'Совет', invitation: { answer: 'no' as const, note: 'В отпуске' } };
  const invitation = (answer: 'yes' | 'no') =>
    applyToList(ownMeetingCollection, [meeting], [row(answerMeeting, { meeting, answer })], {})[0]?.invitation;
  expect(invitation('no')).toMatchObject({ answer: 'no', note: 'В отпуске' });
  expect(invitation('yes')).toMatchObject({ answer: 'yes', note: null });
});
