import { sql } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';
import type { Attendance } from '#contract/bodies/attendance.ts';
import { memberKinds } from '#contract/bodies/member.ts';
import type { Evidence } from '#contract/evidence.ts';
import { taskPriorities, taskStatuses } from '#contract/tasks/task.ts';
import { bytes, createdAt, id, instant, oneOf, searchForms, searchKey, updatedAt } from './columns.ts';
import { users } from './people.ts';
import { protocols } from './protocols.ts';

export const tasks = pg.pgTable(
  'tasks',
  {
    id: id(),
    protocolId: pg
      .text('protocol_id')
      .notNull()
      .references(() => protocols.id, { onDelete: 'cascade' }),
    ownerId: pg
      .text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    agendaId: pg.text('agenda_id'),
    /** The decision of that question which it comes from. */
    decisionId: pg.text('decision_id'),
    status: pg.text('status', { enum: taskStatuses }).notNull().default('new'),
    title: pg.text('title').notNull().default(''),
    assigneeId: pg.text('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    /** As it was given: a day or an instant, ISO 8601. */
    dueAt: pg.text('due_at'),
    /** Null for a normal one. */
    priority: pg.text('priority', { enum: taskPriorities }),
    evidence: pg.jsonb('evidence').$type<Evidence>(),
    origin: pg.text('origin'),
    /** The task of an earlier protocol that it carries on; in a longer chain, the first of all. */
    originTaskId: pg.text('origin_task_id'),
    /** Position in the list of all tasks: `taskRank` of the contract, computed by the SQL function `task_rank`. */
    listRank: pg.doublePrecision('list_rank').notNull().generatedAlwaysAs(sql`task_rank(status, due_at)`),
    searchKey: searchKey(),
    search: searchForms(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    oneOf('tasks_status', t.status, taskStatuses),
    oneOf('tasks_priority', t.priority, taskPriorities),
    // Includes the status, so that statistics can be read from the index alone.
    pg
      .index('tasks_list')
      .on(t.ownerId, t.listRank, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst(), t.status),
    pg.index('tasks_origin').on(t.originTaskId),
    pg.index('tasks_due').on(t.ownerId, t.dueAt),
    pg.index('tasks_protocol').on(t.protocolId, t.createdAt),
    pg.index('tasks_assignee').on(t.assigneeId),
    // Open ones by their deadline, whoever owns them: for reminders.
    pg.index('tasks_reminders').on(t.listRank).where(sql`assignee_id is not null and status in ('new', 'in_progress')`),
    pg.index('tasks_search').using('gin', t.search),
  ],
);

/** How many tasks an owner has in each status, kept by a trigger: a page's total costs the same at any size. */
export const taskCounts = pg.pgTable(
  'task_counts',
  {
    ownerId: pg
      .text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: pg.text('status', { enum: taskStatuses }).notNull(),
    total: pg.integer('total').notNull(),
  },
  (t) => [pg.primaryKey({ columns: [t.ownerId, t.status] })],
);

export const members = pg.pgTable(
  'members',
  {
    id: id(),
    protocolId: pg
      .text('protocol_id')
      .notNull()
      .references(() => protocols.id, { onDelete: 'cascade' }),
    /** The participating user; null if the person is not a user. */
    memberId: pg.text('member_id').references(() => users.id, { onDelete: 'cascade' }),
    kind: pg.text('kind', { enum: memberKinds }).notNull().default('present'),
    /** Name of a person who is not a user. */
    name: pg.text('name'),
    /** As given in this protocol; null: the user's own applies. */
    position: pg.text('position'),
    organization: pg.text('organization'),
    /** Mark of the roll call; null while unmarked. */
    attendance: pg.jsonb('attendance').$type<Attendance>(),
    createdAt: createdAt(),
  },
  (t) => [
    pg.check('members_somebody', sql`member_id is not null or name is not null`),
    oneOf('members_kind', t.kind, memberKinds),
    pg.uniqueIndex('members_once').on(t.protocolId, t.memberId),
    pg.index('members_user').on(t.memberId),
  ],
);

/** Moments of a recording that somebody marked. */
export const marks = pg.pgTable(
  'marks',
  {
    id: id(),
    protocolId: pg
      .text('protocol_id')
      .notNull()
      .references(() => protocols.id, { onDelete: 'cascade' }),
    /** Seconds of the recording. */
    at: pg.doublePrecision('at').notNull(),
    text: pg.text('text'),
    /** The question that was being written in; it may be gone. */
    agendaId: pg.text('agenda_id'),
    /** The upload that it is a moment of: there is none yet while it is being recorded. */
    recordingId: pg.text('recording_id'),
    createdAt: createdAt(),
  },
  (t) => [pg.index('marks_protocol').on(t.protocolId, t.at)],
);

/** Files that belong to a protocol or to one of its questions, and stand among its annexes. */
export const attachments = pg.pgTable(
  'attachments',
  {
    id: id(),
    protocolId: pg
      .text('protocol_id')
      .notNull()
      .references(() => protocols.id, { onDelete: 'cascade' }),
    /** The question that it belongs to; if that is removed, the file stays with the protocol. */
    agendaId: pg.text('agenda_id'),
    name: pg.text('name').notNull(),
    /** Title used in documents. */
    title: pg.text('title').notNull(),
    type: pg.text('type').notNull(),
    size: bytes('size').notNull(),
    sha256: pg.text('sha256').notNull(),
    /** How many sheets it has on paper. */
    sheets: pg.integer('sheets'),
    /** Position among the files of the same question, or of the protocol. */
    position: pg.doublePrecision('position').notNull(),
    storageKey: pg.text('storage_key').notNull(),
    /** When it was removed from a protocol with a signed-off version, which goes on naming it. */
    removedAt: instant('removed_at'),
    createdAt: createdAt(),
  },
  (t) => [pg.index('attachments_protocol').on(t.protocolId, t.position)],
);

export const keywords = pg.pgTable(
  'keywords',
  {
    id: id(),
    ownerId: pg
      .text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: pg.text('name').notNull(),
    /** The name in lower case with ё as е: what makes two keywords the same. */
    nameKey: pg.text('name_key').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [pg.uniqueIndex('keywords_name').on(t.ownerId, t.nameKey)],
);
