import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { PushMessage } from '#contract/notices/notice.ts';
import { noticeAddress, noticeWords, type Reading } from '#contract/notices/notice-words.ts';
import { capitalized } from '#contract/text/capitalized.ts';
import { withPlural } from '#contract/text/plurals.ts';
import { officeDay } from '#server/platform/days/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { type JobRun, NotYet, type Retries } from '#server/platform/jobs/index.ts';
import type { NoticesDeps } from '../notices-deps.ts';
import { quietUntil } from '../quiet-hours.ts';
import { countUnread, unreadOf } from '../repository.ts';
import { deleteDevice, findDevice, listDevicesOf, noteSuccess } from './device-repository.ts';
import { type PushAnswer, pushOnce } from './push-once.ts';
import { SilentHosts } from './silent-hosts.ts';
import { type VapidKeys, vapidKeys } from './vapid-keys.ts';

export interface Pushes {
  /** Key with which browsers subscribe. */
  publicKey: string;
  /** Queues pushes of these notices, by person, to all of their devices, once the transaction of `db` is committed. */
  send(db: Db, notices: ReadonlyMap<string, readonly string[]>): Promise<void>;
}

type Job = { device: string; notices: string[]; until: string };
type Row = Awaited<ReturnType<typeof unreadOf>>[number];

const queue = 'push-notices';
/** A failing push service is retried for some hours. */
const retries: Retries = { limit: 24, firstPauseSeconds: 1, longestPauseSeconds: 15 * 60 };
/** Several at once, so that an unresponsive push service does not delay the others. */
const pushesAtOnce = 4;
const usefulMs = 24 * 3600 * 1000;

/** Creates the pushes, with a durable job for each device; call it before `jobs.start`. */
export function createPushes(deps: NoticesDeps): Pushes {
  const { clock, jobs } = deps;
  const keys = vapidKeys(deps.secret);
  const sending = { ...deps, keys, silent: new SilentHosts() };
  jobs.handle<Job>(queue, (run) => push(sending, run), retries, pushesAtOnce);
  return {
    publicKey: keys.publicKey,
    async send(db, notices) {
      const now = clock();
      const until = new Date(now.getTime() + usefulMs).toISOString();
      const list = (await listDevicesOf(db, [...notices.keys()], now)).map(({ id, userId }) => {
        return { key: uuidv7(), data: { device: id, notices: [...(notices.get(userId) ?? [])], until } satisfies Job };
      });
      await jobs.sendAll(queue, list, db);
    },
  };
}

type Sending = NoticesDeps & { keys: VapidKeys; silent: SilentHosts };

async function push(deps: Sending, { data, signal, lastTry }: JobRun<Job>) {
  const { db } = deps.database;
  const now = deps.clock();
  // Not cut at the quiet hours: a device that is off until they are over would get nothing.
  const ttl = Math.floor((Date.parse(data.until) - now.getTime()) / 1000);
  const device = ttl > 0 ? await findDevice(db, data.device, now) : undefined;
  const rows = device ? await unreadOf(db, device.userId, data.notices) : [];
  const [first] = rows;
  if (!device || !first) return;
  const zone = await deps.officeZone(db);
  const quietTo = await quietUntil(db, device.userId, now, zone);
  // An earlier attempt may have failed in the evening.
  if (quietTo) return putOff(deps, data, quietTo);
  // This message replaces one that waits at the push service, so all unread notices are counted.
  const many = rows.length > 1 ? Math.max(rows.length, await countUnread(db, first.userId)) : 1;
  const message = messageOf(first, many, { today: officeDay({ now, zone }), zone });
  const topic = topicOf(first, many);
  const answer = await pushOnce(deps, { device, message, ttl, topic, signal });
  return settle(deps, data.device, answer, lastTry);
}

/** Repeats the job of this device alone at that time: the others may have got their pushes. */
async function putOff({ clock, jobs }: Sending, data: Job, to: Date) {
  // The same key if this attempt is interrupted and made again.
  const key = `${data.device} ${data.notices[0]} ${to.toISOString()}`;
  await jobs.sendLater(queue, key, data, Math.ceil((to.getTime() - clock().getTime()) / 1000));
}

async function settle(
  { database: { db }, clock, onError }: NoticesDeps,
  id: string,
  answer: PushAnswer,
  lastTry: boolean,
) {
  if (answer.kind === 'taken') return noteSuccess(db, id, clock());
  // The subscription was withdrawn by the browser.
  if (answer.kind === 'gone') return void (await deleteDevice(db, id));
  if (answer.kind === 'later' && !lastTry) throw new NotYet(answer.reason);
  onError(new Error(`Push не отправлен: ${answer.reason}`));
}

/** Returns a message that may be shown on a locked screen: what happened, and the name of the task. */
function messageOf(first: Row, many: number, reading: Reading): PushMessage {
  const { title, name } = noticeWords(first, reading);
  // Several notices lead to the list of tasks instead of one task.
  const task_id = many === 1 ? first.taskId : null;
  const of = { ...first, task_id, protocol_id: first.protocolId, meeting_id: first.meetingId };
  const url = noticeAddress(of, reading.zone) ?? '/main';
  const user = first.userId;
  if (many === 1) return { user, title, body: name, tag: `${first.kind}:${first.taskId ?? first.meetingId}`, url };
  const others = withPlural(many - 1, 'уведомление', 'уведомления', 'уведомлений');
  return { user, title, body: `${capitalized(name)}. И ещё ${others}`, tag: 'several', url };
}

/**
 * Returns the topic: a message replaces undelivered ones of the same topic. Its 32 characters tell the push service
 * nothing.
 */
function topicOf(first: Row, many: number): string {
  const what =
    many === 1 ? `${first.userId} ${first.kind} ${first.taskId ?? first.meetingId}` : `${first.userId} several`;
  return createHash('sha256').update(what).digest('base64url').slice(0, 32);
}
