import { eq } from 'drizzle-orm';
import { type NoticeChannel, type NoticeSwitch, type NotifiableKind, usualQuiet } from '#contract/notices/notice.ts';
import type { Db } from '#server/platform/db/index.ts';
import { invalidField } from '#server/platform/problem/index.ts';
import { noticeSettings } from '#server/schema/notices.ts';

type Refused = Record<NoticeChannel, readonly NotifiableKind[]>;
type Settings = { refused: Refused; quietFrom: string | null; quietTo: string | null };

/** Returns a person's settings; by default every channel is on, and the nights are quiet. */
export async function settingsOf(db: Db, userId: string): Promise<Settings> {
  const [row] = await db.select().from(noticeSettings).where(eq(noticeSettings.userId, userId));
  if (!row) return { refused: { app: [], mail: [], push: [] }, quietFrom: usualQuiet.from, quietTo: usualQuiet.to };
  const { refusedApp: app, refusedMail: mail, refusedPush: push } = row;
  return { refused: { app, mail, push }, ...wholeHours(row) };
}

type Hours = Pick<Settings, 'quietFrom' | 'quietTo'>;

/** Quiet hours have a beginning and an end: one without the other is none, as the screen shows it. */
const wholeHours = ({ quietFrom, quietTo }: Hours): Hours =>
  quietFrom === null || quietTo === null ? { quietFrom: null, quietTo: null } : { quietFrom, quietTo };

/** Refuses an hour without the other one, as from a device that did not know that they are off, and an empty span. */
function assertWhole({ quietFrom, quietTo }: Hours, named: Pick<Change, 'quietFrom' | 'quietTo'>): void {
  if (!named.quietFrom && !named.quietTo) return;
  if (quietFrom === null || quietTo === null) {
    throw invalidField(quietFrom === null ? 'quiet_from' : 'quiet_to', 'Укажите и начало, и конец тихих часов');
  }
  if (quietFrom === quietTo) throw invalidField('quiet_to', 'Конец тихих часов должен отличаться от начала');
}

type Change = {
  switches: readonly NoticeSwitch[];
  quietFrom?: string | null | undefined;
  quietTo?: string | null | undefined;
};

/**
 * Changes only the named settings, since another device may have changed the rest meanwhile; throws a 422 for quiet
 * hours that would be none.
 */
export async function changeSettings(db: Db, userId: string, change: Change, now: Date): Promise<void> {
  const usual = { userId, quietFrom: usualQuiet.from, quietTo: usualQuiet.to };
  await db.insert(noticeSettings).values(usual).onConflictDoNothing();
  const own = eq(noticeSettings.userId, userId);
  await db.select({ id: noticeSettings.userId }).from(noticeSettings).where(own).for('update');
  const { refused, ...known } = await settingsOf(db, userId);
  const { quietFrom = known.quietFrom, quietTo = known.quietTo, switches } = change;
  assertWhole({ quietFrom, quietTo }, change);
  const refusedKinds = (channel: NoticeChannel) => {
    const kinds = new Set(refused[channel]);
    for (const { kind, is_on } of switches.filter((each) => each.channel === channel)) {
      if (is_on) kinds.delete(kind);
      else kinds.add(kind);
    }
    return [...kinds];
  };
  const refusedChannels = {
    refusedApp: refusedKinds('app'),
    refusedMail: refusedKinds('mail'),
    refusedPush: refusedKinds('push'),
  };
  await db
    .update(noticeSettings)
    .set({ ...refusedChannels, ...wholeHours({ quietFrom, quietTo }), updatedAt: now })
    .where(own);
}
