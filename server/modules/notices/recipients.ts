import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { kindsOfRole, type NotifiableKind } from '#contract/notices/notice.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { NoticeDraft } from './notice-draft.ts';

// Selects who is notified of what by which channel: the list, mail or push. `task-notices` decides which changes of
// tasks are notified.

/** Condition on `notice_settings c` (which may have no row): this channel is on for this kind. */
const channelEnabled = (column: 'app' | 'mail' | 'push', kind: SQL) =>
  sql`(c.user_id is null or not ${kind} = any(c.${sql.raw(`refused_${column}`)}))`;

/** Condition on `notice_settings c`: the person has not switched this channel off for this kind. */
export const isSubscribed = (channel: 'mail', kind: NotifiableKind) => channelEnabled(channel, sql`${kind}`);

/** Condition that people of this role get notices of this kind. */
export const isToldTo = (role: SQLWrapper, kind: SQLWrapper) =>
  sql<boolean>`${JSON.stringify(kindsOfRole)}::jsonb -> ${role} @> to_jsonb(${kind})`;

type Timing = {
  now: Date;
  /** Time from which mails and pushes may be sent; undefined for none. */
  due: Date | undefined;
};

/**
 * Adds the notices that `rows` selects: `user_id, kind, key, task_id, protocol_id, meeting_id, facts`. People who are
 * blocked, whose role does not get this kind, or who have switched all channels off get none, and nobody gets the same
 * notice twice.
 * @returns the people notified
 */
export async function insertSelected(db: Db, rows: SQL, { now, due }: Timing): Promise<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const sendAt = sql`${due?.toISOString() ?? null}::timestamptz`;
  const kind = sql`s.kind`;
  const { rows: added } = (await db.execute(sql`
    insert into notices (id, user_id, kind, key, task_id, protocol_id, meeting_id, facts, is_listed, created_at, mail_due, push_due)
    select gen_random_uuid()::text, s.user_id, s.kind, s.key, s.task_id, s.protocol_id, s.meeting_id, s.facts,
      ${channelEnabled('app', kind)}, ${at},
      case when ${channelEnabled('mail', kind)} then ${sendAt} end,
      case when ${channelEnabled('push', kind)}
        and exists (select 1 from push_subscriptions d where d.user_id = s.user_id) then ${sendAt} end
    from (${rows}) s
    join users u on u.id = s.user_id and not u.is_blocked and ${isToldTo(sql`u.role`, kind)}
    left join notice_settings c on c.user_id = s.user_id
    where ${channelEnabled('app', kind)} or ${channelEnabled('mail', kind)} or ${channelEnabled('push', kind)}
    on conflict (user_id, kind, key) do nothing
    returning user_id`)) as unknown as { rows: { user_id: string }[] };
  return [...new Set(added.map((row) => row.user_id))];
}

/** Adds these notices, as `insertSelected` does. */
export function insertDrafts(db: Db, drafts: readonly NoticeDraft[], timing: Timing): Promise<string[]> {
  const list = drafts.map(({ userId, taskId, protocolId, meetingId, ...rest }) => {
    return { ...rest, user_id: userId, task_id: taskId, protocol_id: protocolId, meeting_id: meetingId };
  });
  const rows = sql`select * from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
    as r (user_id text, kind text, key text, task_id text, protocol_id text, meeting_id text, facts jsonb)`;
  return insertSelected(db, rows, timing);
}
