import { uuidv7 } from 'uuidv7';
import { officeDay } from '#server/platform/days/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { NoticeDraft } from './notice-draft.ts';
import { digestMail } from './notice-mail.ts';
import type { NoticesDeps } from './notices-deps.ts';
import { createPushes, type Pushes } from './push/send-pushes.ts';
import { claimPushes } from './quiet-hours.ts';
import { insertDrafts } from './recipients.ts';
import { claimMails } from './repository.ts';

export interface Notices {
  /**
   * Creates notices; they appear only if the transaction of `db` is committed. The list has them at once; mails and
   * pushes leave after `delayMs`, so that notices shortly after go into the same one. `others` are people whose lists
   * have become shorter.
   */
  tell(db: Db, drafts: readonly NoticeDraft[], delayMs?: number, others?: Iterable<string>): Promise<void>;
  /** Tells the apps, mailboxes and devices of these people that there are new notices, once `db` is committed. */
  announce(db: Db, people: readonly string[]): Promise<void>;
  /** Sends the due mails and pushes, skipping those that another server is sending. */
  deliver(): Promise<void>;
  pushes: Pushes;
}

type Job = { people: string[] };
type NonEmpty<T> = [T, ...T[]];

const queue = 'announce-notices';
const peopleAtOnce = 200;
const pushesAtOnce = 500;

/** Creates the notices and their durable delivery jobs; call it before `jobs.start`. */
export function createNotices(deps: NoticesDeps): Notices {
  const { clock, database, events, jobs } = deps;
  const pushes = createPushes(deps);

  async function announce(db: Db, people: readonly string[]): Promise<void> {
    for (let first = 0; first < people.length; first += peopleAtOnce) {
      const some = people.slice(first, first + peopleAtOnce);
      await jobs.send(queue, uuidv7(), { people: some } satisfies Job, db);
    }
  }

  async function deliver(): Promise<void> {
    const zone = await deps.officeZone(database.db);
    while (await mailSome(deps, zone));
    while (await pushSome(deps, pushes, zone));
  }

  jobs.handle<Job>(queue, async ({ data }) => {
    for (const userId of data.people) events.publish(userId, { type: 'notices' });
    await deliver();
  });

  return {
    async tell(db, drafts, delayMs = 0, others = []) {
      const now = clock();
      const due = new Date(now.getTime() + delayMs);
      const notified = drafts.length > 0 ? await insertDrafts(db, drafts, { now, due }) : [];
      await announce(db, [...new Set([...notified, ...others])]);
    },
    announce,
    deliver,
    pushes,
  };
}

/**
 * Posts the mails of some people, in one transaction with the record that they were told; returns false if none is
 * left.
 */
async function mailSome({ database, mailer, address, clock }: NoticesDeps, zone: string): Promise<boolean> {
  return database.db.transaction(async (tx) => {
    const now = clock();
    const { rows, some } = await claimMails(tx, now, peopleAtOnce);
    const reading = { today: officeDay({ now, zone }), zone };
    const byPerson = [...Map.groupBy(rows, (row) => row.user_id).values()] as NonEmpty<(typeof rows)[number]>[];
    const mails = byPerson.map((own) => {
      const [{ user_id: id, role }] = own;
      return { ...digestMail(own, reading, address.url()), reader: { id, role } };
    });
    await mailer.postAll(tx, mails);
    return some;
  });
}

/** Hands some pushes over to the jobs of their devices; returns false if none is left. */
async function pushSome({ database, clock }: NoticesDeps, pushes: Pushes, zone: string): Promise<boolean> {
  return database.db.transaction(async (tx) => {
    const claimed = await claimPushes(tx, clock(), zone, pushesAtOnce);
    const byPerson = Map.groupBy(claimed, (row) => row.user_id);
    await pushes.send(tx, new Map([...byPerson].map(([userId, own]) => [userId, own.map(({ id }) => id)])));
    return claimed.length > 0;
  });
}
