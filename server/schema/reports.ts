import { sql } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';
import { reportStates } from '#contract/tasks/report.ts';
import { bytes, createdAt, id, instant, oneOf } from './columns.ts';
import { users } from './people.ts';
import { tasks } from './work.ts';

/** A task as its assignee saw it when they reported: all that is shown to them once it is somebody else's. */
export type ReportedTask = {
  title: string;
  status: string;
  due_at: string | null;
  protocol_number: string | null;
  protocol_title: string;
};

/** Reports of assignees on how a task was done, and the secretaries' answers. Nothing in them is ever changed back. */
export const taskReports = pg.pgTable(
  'task_reports',
  {
    id: id(),
    taskId: pg
      .text('task_id')
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    /** The first in a chain of tasks that carry one another on: a report belongs to all of them. */
    firstTaskId: pg.text('first_task_id').notNull(),
    authorId: pg
      .text('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: pg.text('text').notNull(),
    /** Null where a server of the version before wrote the report. */
    task: pg.jsonb('task').$type<ReportedTask>(),
    state: pg.text('state', { enum: reportStates }).notNull().default('waiting'),
    /** The secretary's answer: why the report was returned. */
    answer: pg.text('answer'),
    decidedAt: instant('decided_at'),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('task_reports_state', t.state, reportStates),
    pg.index('task_reports_task').on(t.firstTaskId, t.createdAt),
    pg.index('task_reports_of').on(t.taskId),
    pg.index('task_reports_author').on(t.authorId),
    // Only one report at a time waits for an answer.
    pg.uniqueIndex('task_reports_waiting').on(t.firstTaskId, t.authorId).where(sql`state = 'waiting'`),
  ],
);

export const reportFiles = pg.pgTable(
  'report_files',
  {
    id: id(),
    reportId: pg
      .text('report_id')
      .notNull()
      .references(() => taskReports.id, { onDelete: 'cascade' }),
    name: pg.text('name').notNull(),
    type: pg.text('type').notNull(),
    size: bytes('size').notNull(),
    storageKey: pg.text('storage_key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [pg.index('report_files_report').on(t.reportId)],
);
