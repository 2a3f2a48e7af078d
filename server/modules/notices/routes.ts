import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import { kindsOfRole, type NoticeChannel } from '#contract/notices/notice.ts';
import type { Role } from '#contract/roles.ts';
import type { OfficeZone } from '#server/modules/identity/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { invalidField, notFound } from '#server/platform/problem/index.ts';
import type { Notices } from './notices.ts';
import { deleteDevice, keepDevice, listDevices } from './push/device-repository.ts';
import type { PushNetwork } from './push/push-network.ts';
import { isPublicKey } from './push/push-once.ts';
import * as repository from './repository.ts';
import { changeSettings, settingsOf } from './settings-repository.ts';

export type NoticeDeps = RouteDeps & {
  clock: () => Date;
  officeZone: OfficeZone;
  events: EventHub;
  notices: Notices;
  network: PushNetwork;
};

/** Registers the calls for a person's own notices, their settings and their devices; those of others are a 404. */
export function registerNotices(app: FastifyInstance, deps: NoticeDeps): void {
  const { clock, events, network, officeZone, notices } = deps;
  const route = routesOf(app, deps);

  route(calls.listNotices, async ({ db, query, user }) => {
    const { rows, meta } = await repository.listNotices(db, user.id, { ...defaultPaging, ...query });
    return { rows: rows.map(noticeView), meta };
  });

  route(calls.countNotices, async ({ db, user }) => ({ unread: await repository.countUnread(db, user.id) }));

  route(calls.readNotices, async ({ afterCommit, body, db, user }) => {
    await repository.markRead(db, user.id, body, clock());
    afterCommit(() => events.publish(user.id, { type: 'notices' }));
    return { unread: await repository.countUnread(db, user.id) };
  });

  async function readSettings(db: Db, { id, role }: { id: string; role: Role }) {
    const { quietFrom, quietTo, refused } = await settingsOf(db, id);
    const of = (channel: NoticeChannel) => kindsOfRole[role].filter((kind) => !refused[channel].includes(kind));
    return {
      ...{ app: of('app'), mail: of('mail'), push: of('push') },
      ...{ quiet_from: quietFrom, quiet_to: quietTo },
      ...{ push_key: notices.pushes.publicKey, zone: await officeZone(db) },
    };
  }

  route(calls.getNoticeSettings, ({ db, user }) => readSettings(db, user));

  route(calls.updateNoticeSettings, async ({ body, db, user }) => {
    const { switches = [], quiet_from: quietFrom, quiet_to: quietTo } = body;
    await db.transaction((tx) => changeSettings(tx, user.id, { switches, quietFrom, quietTo }, clock()));
    return readSettings(db, user);
  });

  route(calls.listPushDevices, async ({ db, user }) => {
    const devices = await listDevices(db, user.id, clock());
    return devices.map((device) => deviceView(device, user.sessionId));
  });

  route(calls.addPushDevice, async ({ body, db, user, reply }) => {
    const { endpoint, keys, name = null } = body;
    const address = URL.parse(endpoint);
    if (!address || !network.allows(address))
      throw invalidField('endpoint', 'Браузер назвал неподходящий адрес службы уведомлений');
    const { p256dh, auth } = { p256dh: keys.p256dh.replace(/=+$/, ''), auth: keys.auth.replace(/=+$/, '') };
    if (!isPublicKey(p256dh)) throw invalidField('keys.p256dh', 'Браузер назвал неподходящий ключ подписки');
    const device = { id: uuidv7(), userId: user.id, sessionId: user.sessionId, endpoint, p256dh, auth, name };
    const id = await db.transaction((tx) => keepDevice(tx, device, clock()));
    reply.code(201);
    const kept = (await listDevices(db, user.id, clock())).find((each) => each.id === id);
    return kept ? deviceView(kept, user.sessionId) : { id };
  });

  route(calls.deletePushDevice, async ({ db, params, user }) => {
    if (!(await deleteDevice(db, params.deviceId, user.id))) throw notFound('Такого устройства нет');
  });
}

function noticeView(row: Awaited<ReturnType<typeof repository.listNotices>>['rows'][number]) {
  const { id, kind, facts, taskId, protocolId, meetingId, createdAt, readAt, isGone } = row;
  return {
    ...{ id, kind, facts, task_id: taskId, protocol_id: protocolId, meeting_id: meetingId, is_gone: isGone },
    ...{ created_at: createdAt.toISOString(), read_at: readAt?.toISOString() ?? null },
  };
}

function deviceView(device: Awaited<ReturnType<typeof listDevices>>[number], sessionId: string) {
  const { id, name, createdAt, lastSuccessAt } = device;
  return {
    ...{ id, name, created_at: createdAt.toISOString(), last_success_at: lastSuccessAt?.toISOString() ?? null },
    is_this: device.sessionId === sessionId,
  };
}
