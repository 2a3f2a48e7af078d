import * as z from 'zod/mini';
import { call } from '#contract/call.ts';
import { id } from '#contract/id.ts';
import { participants } from '#contract/roles.ts';
import {
  notice,
  noticeCount,
  noticeSettings,
  noticeSettingsUpdate,
  noticesQuery,
  noticesRead,
  pushDevice,
  pushDeviceCreate,
} from './notice.ts';

/** Calls for a person's notices, notification settings and push devices. */
export const noticeCalls = {
  listNotices: call({
    method: 'GET',
    path: '/me/notices',
    summary: 'Мои уведомления, сначала новые',
    access: participants,
    query: noticesQuery,
    reply: { kind: 'page', of: notice },
    extra: true,
  }),
  countNotices: call({
    method: 'GET',
    path: '/me/notices/count',
    summary: 'Сколько уведомлений не прочитано',
    access: participants,
    reply: { kind: 'item', of: noticeCount },
    extra: true,
  }),
  readNotices: call({
    method: 'PUT',
    path: '/me/notices/read',
    summary: 'Отметить уведомления прочитанными',
    access: participants,
    body: noticesRead,
    idempotent: true,
    reply: { kind: 'item', of: noticeCount },
    extra: true,
  }),
  getNoticeSettings: call({
    method: 'GET',
    path: '/me/notice-settings',
    summary: 'О чём и как мне сообщать',
    access: participants,
    reply: { kind: 'item', of: noticeSettings },
    extra: true,
  }),
  updateNoticeSettings: call({
    method: 'PUT',
    path: '/me/notice-settings',
    summary: 'Изменить, о чём и как мне сообщать',
    access: participants,
    body: noticeSettingsUpdate,
    idempotent: true,
    reply: { kind: 'item', of: noticeSettings },
    extra: true,
  }),
  listPushDevices: call({
    method: 'GET',
    path: '/me/push-devices',
    summary: 'Устройства, на которые приходят уведомления',
    access: participants,
    reply: { kind: 'list', of: pushDevice },
    extra: true,
  }),
  addPushDevice: call({
    method: 'POST',
    path: '/me/push-devices',
    summary: 'Присылать уведомления на это устройство',
    access: participants,
    body: pushDeviceCreate,
    reply: { kind: 'item', of: pushDevice },
    extra: true,
  }),
  deletePushDevice: call({
    method: 'DELETE',
    path: '/me/push-devices/{deviceId}',
    summary: 'Не присылать уведомления на устройство',
    access: participants,
    params: z.object({ deviceId: id }),
    reply: { kind: 'none' },
    extra: true,
  }),
} as const;
