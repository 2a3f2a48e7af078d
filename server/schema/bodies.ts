import * as pg from 'drizzle-orm/pg-core';
import type { BodyApproval, BodyNumbering, BodyQuestion } from '#contract/bodies/body.ts';
import { memberKinds } from '#contract/bodies/member.ts';
import type { QuorumRule } from '#contract/bodies/quorum.ts';
import type { Reminder } from '#contract/bodies/reminders.ts';
import { createdAt, id, oneOf, updatedAt, version } from './columns.ts';
import { users } from './people.ts';
import { templates } from './templates.ts';

/** Commissions, committees, departments that meet: a secretary's own. */
export const bodies = pg.pgTable(
  'bodies',
  {
    id: id(),
    ownerId: pg
      .text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: pg.text('name').notNull(),
    /** Sort key: `searchKeyOf` of the name. */
    nameKey: pg.text('name_key').notNull(),
    nameGenitive: pg.text('name_genitive'),
    kind: pg.text('kind'),
    place: pg.text('place'),
    agenda: pg.jsonb('agenda').$type<BodyQuestion[]>().notNull().default([]),
    quorum: pg.jsonb('quorum').$type<QuorumRule>(),
    numbering: pg.jsonb('numbering').$type<BodyNumbering>(),
    approval: pg.jsonb('approval').$type<BodyApproval>(),
    /** Whether the chairman is also listed among those present; null: as in the organization. */
    chairmanListed: pg.boolean('chairman_listed'),
    /** Template of its protocols' DOCX files; null: the general one. */
    templateId: pg.text('template_id').references(() => templates.id, { onDelete: 'set null' }),
    /** The reminders that assignees of its tasks get; null: all. */
    reminders: pg.text('reminders').array().$type<Reminder[]>(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [pg.index('bodies_name').on(t.ownerId, t.nameKey), pg.index('bodies_template').on(t.templateId)],
);

export const bodyMembers = pg.pgTable(
  'body_members',
  {
    bodyId: pg
      .text('body_id')
      .notNull()
      .references(() => bodies.id, { onDelete: 'cascade' }),
    userId: pg
      .text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: pg.text('kind', { enum: memberKinds }).notNull(),
    /** Position in the order in which they were named. */
    place: pg.integer('place').notNull(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.bodyId, t.userId] }),
    oneOf('body_members_kind', t.kind, memberKinds),
    pg.index('body_members_user').on(t.userId),
  ],
);
