import { eq, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PushDevice } from '#contract/notices/notice.ts';
import { publicNetwork } from '#server/modules/notices/index.ts';
import { isPublicAddress } from '#server/modules/notices/push/push-network.ts';
import { vapidKeys } from '#server/modules/notices/push/vapid-keys.ts';
import { ServerSecret } from '#server/platform/secret/index.ts';
import { noticeSettings, notices, pushSubscriptions } from '#server/schema/notices.ts';
import { users } from '#server/schema/people.ts';
import { until } from '#tests/support/processes.ts';
import { PushService } from './support/push-service.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';
import { untilRetried } from './support/waiting-mails.ts';

describe.each(databaseKinds)('pushes on %s', (kind) => {
  /** Noon in Moscow, which is outside everybody's quiet hours. */
  let now = new Date('2026-11-26T09:00:00Z');
  let app: TestApp;
  let service: PushService;
  let kim: TestUser;
  beforeAll(async () => {
    service = await PushService.start();
    app = await startTestApp(kind, { services: { clock: () => now }, pushNetwork: service.network() });
  });
  beforeEach(async () => {
    now = new Date('2026-11-26T09:00:00Z');
    service.answer = () => 201;
    kim = await app.addUser('external');
  });
  afterAll(async () => {
    await app.close();
    await service.stop();
  });

  const subscribe = async (user: TestUser, browser = uuidv7(), subscription = service.subscribe(browser)) => {
    const reply = await app.call(user, 'POST', '/me/push-devices', { ...subscription, name: 'Chrome, Windows' });
    return { reply, browser, subscription };
  };
  /** Signs the same person in again, hours later. */
  const again = async ({ id }: TestUser) => app.services.auth.signIn(id, 'test');
  const devices = async (user: TestUser): Promise<PushDevice[]> =>
    (await app.call(user, 'GET', '/me/push-devices')).json().data;
  const tell = (user: TestUser, title = 'Подготовить смету') =>
    app.services.notices.tell(app.db, [
      { userId: user.id, kind: 'task_given', key: uuidv7(), taskId: 't', facts: { title, due_at: '2026-11-30' } },
    ]);
  const rowsOf = (endpoint: string) =>
    app.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));

  test('reach each device of a person, encrypted, with no details beyond the title of the task', async () => {
    const [one, other] = [await subscribe(kim), await subscribe(kim)];
    expect(one.reply.statusCode, one.reply.body).toBe(201);
    await tell(kim);
    for (const { browser } of [one, other]) {
      expect(await service.messages(browser)).toEqual([
        {
          user: kim.id,
          title: 'Новое поручение',
          body: 'Подготовить смету',
          tag: 'task_given:t',
          url: '/main/settings?tab=tasks&show=task:t',
        },
      ]);
    }
    const [{ headers }] = service.received.filter(({ browser }) => browser === one.browser) as [
      (typeof service.received)[0],
    ];
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' });
    expect(headers.topic).toMatch(/^[\w-]{32}$/);
    const list = await until(async () => {
      const found = await devices(kim);
      return found.every(({ last_success_at }) => last_success_at) ? found : undefined;
    }, 'the notes of success');
    expect(list).toMatchObject([{ name: 'Chrome, Windows', is_this: true }, { is_this: true }]);
  });

  test('several notices at once make one push, and a notice read meanwhile makes none', async () => {
    const { browser } = await subscribe(kim);
    const drafts = ['Смета', 'Договор', 'Отчёт'].map((title) => {
      return { userId: kim.id, kind: 'task_given' as const, key: uuidv7(), taskId: title, facts: { title } };
    });
    await app.services.notices.tell(app.db, drafts);
    const [message] = await service.messages(browser);
    expect(message).toMatchObject({
      body: expect.stringMatching(/И ещё 2\u00A0уведомления$/),
      url: '/main/settings?tab=tasks',
    });
    now = new Date('2026-11-26T20:00:00Z');
    await tell(kim);
    await app.call(await again(kim), 'PUT', '/me/notices/read', { until: now.toISOString() });
    now = new Date('2026-11-27T09:00:00Z');
    await tell(kim, 'Последнее');
    expect((await service.messages(browser, 2)).map(({ body }) => body)).toEqual([message?.body, 'Последнее']);
  });

  test('wait for the end of the quiet hours, the list of notices does not', async () => {
    const { browser } = await subscribe(kim);
    now = new Date('2026-11-26T19:30:00Z');
    await tell(kim);
    await app.services.notices.deliver();
    expect((await app.call(await again(kim), 'GET', '/me/notices/count')).json().data).toEqual({ unread: 1 });
    now = new Date('2026-11-27T03:59:00Z');
    await app.services.notices.deliver();
    expect(service.asked).not.toContain(browser);
    now = new Date('2026-11-27T04:00:00Z');
    await app.services.notices.deliver();
    expect(await service.messages(browser)).toHaveLength(1);
  });

  test('that failed before the quiet hours reach at their end the devices that got none, and no other', async () => {
    const [phone, laptop] = [await subscribe(kim), await subscribe(kim)];
    now = new Date('2026-11-26T18:59:00Z');
    service.answer = (browser) => (browser === phone.browser ? 503 : 201);
    await tell(kim);
    const asked = ({ browser }: typeof phone) => service.asked.filter((each) => each === browser).length;
    await until(() => (asked(phone) > 0 && asked(laptop) > 0) || undefined, 'the first attempts');
    now = new Date('2026-11-26T21:30:00Z');
    service.answer = () => 201;
    const put = sql`name = 'push-notices' and state = 'created' and start_after > now() + interval '389 minutes'
      and data->>'device' in (select id::text from push_subscriptions where endpoint = ${phone.subscription.endpoint})`;
    const putOff = async () => {
      const { rows } = (await app.db.execute(sql`select id from jobs.job where ${put}`)) as unknown as {
        rows: object[];
      };
      return rows.length === 1 || undefined;
    };
    await untilRetried(app, putOff, 'the push to be put off', 'push-notices');
    const [notice] = await app.db.select().from(notices).where(eq(notices.userId, kim.id));
    expect(notice?.pushDue, 'by itself it would be pushed to all devices').toBeNull();
    now = new Date('2026-11-27T04:00:00Z');
    await app.db.execute(sql`update jobs.job set start_after = now() where ${put}`);
    expect(await service.messages(phone.browser)).toHaveLength(1);
    expect(asked(laptop)).toBe(1);
  });

  test('are kept over the quiet hours for a device that is off', async () => {
    const { browser } = await subscribe(kim);
    now = new Date('2026-11-27T17:00:00Z');
    await tell(kim);
    await service.messages(browser);
    expect(service.received.find((each) => each.browser === browser)?.headers.ttl).toBe('86400');
  });

  test('ignore quiet hours without an end, as an earlier version could store them', async () => {
    await app.db.insert(noticeSettings).values({ userId: kim.id, quietFrom: '21:00', quietTo: null });
    const { browser } = await subscribe(kim);
    now = new Date('2026-11-26T19:30:00Z');
    await tell(kim);
    await app.services.notices.deliver();
    expect(await service.messages(browser)).toHaveLength(1);
  });

  test.each([404, 410])('a device whose service answers %i is removed', async (status) => {
    const { browser, subscription } = await subscribe(kim);
    service.answer = (asked) => (asked === browser ? status : 201);
    await tell(kim);
    await until(async () => ((await rowsOf(subscription.endpoint)).length === 0 ? true : undefined), 'the row to go');
  });

  test('a busy push service is asked again', async () => {
    const { browser } = await subscribe(kim);
    let tries = 0;
    service.answer = (asked) => (asked === browser && tries++ === 0 ? 429 : 201);
    await tell(kim);
    expect(await service.messages(browser)).toHaveLength(1);
    expect(service.asked.filter((asked) => asked === browser)).toHaveLength(2);
  });

  test('stop when the person signs out or is blocked', async () => {
    const [left, blocked] = [await app.addUser('external'), await app.addUser('external')];
    const [one, two, here] = [await subscribe(left), await subscribe(blocked), await subscribe(kim)];
    expect((await app.call(left, 'POST', '/logout')).statusCode).toBe(204);
    await app.db.update(users).set({ isBlocked: true }).where(eq(users.id, blocked.id));
    await tell(left);
    await tell(blocked);
    await tell(kim);
    await service.messages(here.browser);
    expect(service.asked.filter((asked) => asked === one.browser || asked === two.browser)).toEqual([]);
  });

  test('a browser is one device, whoever signs in there; its address with other keys is refused', async () => {
    const { browser, subscription } = await subscribe(kim);
    await subscribe(kim, browser, subscription);
    expect(await devices(kim)).toHaveLength(1);
    const orlov = await app.addUser('external');
    const forged = { ...subscription, keys: service.subscribe(uuidv7()).keys };
    const refused = await subscribe(orlov, browser, forged);
    expect([refused.reply.statusCode, refused.reply.json().code]).toEqual([409, 'device_taken']);
    expect((await subscribe(orlov, browser, subscription)).reply.statusCode).toBe(201);
    expect([await devices(kim), (await devices(orlov)).length]).toEqual([[], 1]);
    const [device] = await devices(orlov);
    await app.call(kim, 'DELETE', `/me/push-devices/${device?.id}`);
    expect(await devices(orlov), 'of another').toHaveLength(1);
    await app.call(orlov, 'DELETE', `/me/push-devices/${device?.id}`);
    expect(await devices(orlov)).toEqual([]);
  });

  test('devices of ended sessions do not count towards the limit', async () => {
    for (let count = 0; count < 20; count += 1) await subscribe(kim);
    expect((await subscribe(kim)).reply.json().code).toBe('too_many_devices');
    const { token } = await app.services.auth.signIn(kim.id, 'test');
    expect((await app.call(kim, 'POST', '/logout')).statusCode).toBe(204);
    expect((await subscribe({ ...kim, token })).reply.statusCode).toBe(201);
  });

  test('an invalid address or key is refused at its field', async () => {
    const good = service.subscribe(uuidv7());
    for (const [field, body] of [
      ['endpoint', { ...good, endpoint: 'https://127.0.0.1/x' }],
      ['endpoint', { ...good, endpoint: 'не адрес' }],
      ['keys.p256dh', { ...good, keys: { ...good.keys, p256dh: 'мало' } }],
      // Not a point of the curve.
      ['keys.p256dh', { ...good, keys: { ...good.keys, p256dh: 'B'.repeat(87) } }],
    ] as const) {
      const reply = await app.call(kim, 'POST', '/me/push-devices', body);
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [field]]);
    }
  });

  test('silent push services do not delay pushes to others', async () => {
    const orlov = await app.addUser('external');
    const here = await subscribe(orlov);
    const silent = [await subscribe(kim), await subscribe(kim), await subscribe(kim)].map(({ browser }) => browser);
    service.answer = (asked) => (silent.includes(asked) ? 'silence' : 201);
    await tell(kim);
    await until(() => silent.every((each) => service.asked.includes(each)) || undefined, 'all of them at once');
    await tell(orlov);
    expect(await service.messages(here.browser)).toHaveLength(1);
    expect(silent.map((each) => service.asked.filter((asked) => asked === each).length)).toEqual([1, 1, 1]);
  });
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://web.push.apple.com/x', true],
  ['http://fcm.googleapis.com/x', false],
  ['https://localhost/x', false],
  ['https://printer.local/x', false],
  ['https://10.1.2.3/x', false],
  ['https://[::1]/x', false],
  ['https://[::ffff:10.0.0.1]/x', false],
  ['https://2130706433/x', false],
  ['https://fcm.googleapis.com:22/x', false],
  ['https://user@fcm.googleapis.com/x', false],
])('the push service %s is allowed: %s', (endpoint, allowed) => {
  expect(publicNetwork().allows(new URL(endpoint))).toBe(allowed);
});

test.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1::1', true],
  ['169.254.169.254', false],
  ['::ffff:192.168.0.1', false],
  ['fd00::1', false],
  ['::10.0.0.1', false],
  ['2002:a00:1::1', false],
  ['2001:0:a00:1::1', false],
  ['64:ff9b:1::a00:1', false],
  ['fec0::1', false],
  ['192.0.2.7', false],
  ['198.51.100.7', false],
  ['203.0.113.7', false],
  ['192.88.99.1', false],
  ['2001:db8::1', false],
  ['2001:db9::1', true],
])('%s is a public address: %s', (address, isOpen) => {
  expect(isPublicAddress(address)).toBe(isOpen);
});

test('the push key of the server changes only with its secret', () => {
  const secretOf = (letter: string) => {
    const lasting = Buffer.from(letter.repeat(64));
    return new ServerSecret(() => ({ believed: [lasting], lasting }));
  };
  const [one, same, other] = ['a', 'a', 'b'].map((letter) => vapidKeys(secretOf(letter)));
  expect(one).toEqual(same);
  expect(one).not.toEqual(other);
});
