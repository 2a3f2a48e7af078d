import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { discardedFiles } from '#server/schema/service.ts';
import { picture } from '#tests/support/picture.ts';
import { rowOf, sendForm } from './support/people.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const megabyte = 1024 * 1024;

describe.each(databaseKinds)('pictures of people on %s', (kind) => {
  let now = new Date('2026-11-20T09:10:00Z');
  let app: TestApp;
  let admin: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind, { services: { clock: () => now } });
    admin = await app.addUser('admin');
  });
  afterAll(() => app.close());

  const file = (bytes: Uint8Array<ArrayBuffer> | string, name = 'я.png', type = 'image/png') =>
    new File([bytes], name, { type });
  const put = (person: { id: string }, avatar: File, more: [string, string][] = [], by = admin) =>
    sendForm(app, by, `/users/${person.id}`, [['_method', 'PUT'], ...more, ['avatar', avatar]]);
  const fetchPicture = (url: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.app.inject({ method, url, headers });
  const discarded = async () => (await app.db.select().from(discardedFiles)).map(({ storageKey }) => storageKey);

  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['gif', 'image/gif'],
  ] as const)('a %s is served with its real content type, whatever its file name', async (type, expected) => {
    const person = await app.addUser('external');
    const bytes = picture(70_000, type);
    const reply = await put(person, file(bytes, 'page.html', 'text/html'));
    expect(reply.statusCode, reply.body).toBe(200);
    const { avatar_url } = reply.json().data;
    expect(avatar_url).toMatch(new RegExp(`^/api/users/${person.id}/avatar\\?`));
    const shown = await fetchPicture(avatar_url);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers).toMatchObject({
      ...{ 'content-type': expected, 'content-length': '70000', 'x-content-type-options': 'nosniff' },
      'cache-control': 'private, max-age=43200, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(shown.rawPayload.equals(Buffer.from(bytes))).toBe(true);
    const again = await fetchPicture(avatar_url, { 'if-none-match': shown.headers.etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const head = await fetchPicture(avatar_url, {}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '70000', '']);
    expect((await rowOf(app, person)).avatarKey).toMatch(new RegExp(`^avatars/${person.id}/[0-9a-f-]{36}$`));
  });

  test('everyone who sees the person sees the picture', async () => {
    const secretary = await app.addUser('secretary');
    const person = await app.addUser('manager');
    await put(person, file(picture()));
    const me = (await app.call(person, 'GET', '/me')).json().data.avatar_url;
    const seen = (await app.call(secretary, 'GET', `/users/${person.id}`)).json().data.avatar_url;
    expect(seen).toBe(me);
    expect((await fetchPicture(me)).statusCode).toBe(200);
  });

  test('a new picture gets a new URL; the old URL returns 403 and the old file is discarded', async () => {
    const person = await app.addUser('external');
    const first = (await put(person, file(picture()))).json().data.avatar_url;
    const { avatarKey } = await rowOf(app, person);
    const second = (await put(person, file(picture(200, 'gif')))).json().data.avatar_url;
    expect(second).not.toBe(first);
    expect((await fetchPicture(first)).statusCode).toBe(403);
    expect((await fetchPicture(second)).headers['content-type']).toBe('image/gif');
    expect(await discarded()).toContain(avatarKey);
    const kept = (await rowOf(app, person)).avatarKey;
    expect(await discarded()).not.toContain(kept);
  });

  test('null removes the picture, sending its own URL back keeps it', async () => {
    const person = await app.addUser('secretary');
    const { avatar_url } = (await put(person, file(picture()))).json().data;
    const kept = await app.call(person, 'PUT', '/me', { avatar_url, name: 'Я' });
    expect(kept.json().data.avatar_url).toBe(avatar_url);
    const gone = await app.call(person, 'PUT', '/me', { avatar_url: null });
    expect(gone.json().data.avatar_url).toBeNull();
    expect((await fetchPicture(avatar_url)).statusCode).toBe(403);
    const again = await app.call(person, 'PUT', '/me', { avatar_url: null });
    expect(again.statusCode).toBe(200);
  });

  test('a new person can be created together with a picture by form data', async () => {
    const body = { email: 'With.Picture@example.ru', role: 'external', name: 'С фото', password: 'пароль' };
    const reply = await sendForm(app, admin, '/users', [...Object.entries(body), ['avatar', file(picture())]]);
    expect(reply.statusCode, reply.body).toBe(201);
    const { data } = reply.json();
    expect(data).toMatchObject({ email: 'with.picture@example.ru', role: 'external', name: 'С фото', phone: null });
    expect((await fetchPicture(data.avatar_url)).statusCode).toBe(200);
  });

  test('PUT by form data equals PUT by JSON', async () => {
    const [byJson, byForm] = [await app.addUser('external'), await app.addUser('external')];
    const json = await app.call(admin, 'PUT', `/users/${byJson.id}`, { name: 'Имя', phone: null, is_blocked: true });
    const parts: [string, string][] = [
      ['_method', 'put'],
      ['name', 'Имя'],
      ['phone', ''],
      ['is_blocked', '1'],
    ];
    const form = await sendForm(app, admin, `/users/${byForm.id}`, parts);
    const { id: _a, email: _b, ...first } = json.json().data;
    const { id: _c, email: _d, ...second } = form.json().data;
    expect(second).toEqual(first);
    expect(second).toMatchObject({ name: 'Имя', is_blocked: true });
  });

  test.each([
    ['an SVG with a script called .png', file(svg)],
    ['an SVG', file(svg, 'я.svg', 'image/svg+xml')],
    ['a page', file('<!doctype html><script>alert(1)</script>', 'я.jpg', 'image/jpeg')],
    ['a text', file('просто текст')],
    ['an empty file', file('')],
    ['a PNG that ends before its size', file('\x89PNG\r\n\x1a\n')],
  ])('%s is refused and changes nothing', async (_, avatar) => {
    const person = await app.addUser('external', { name: 'Прежнее' });
    await put(person, file(picture()));
    const before = await rowOf(app, person);
    const message = 'Нужна картинка PNG, JPEG, WebP или GIF';
    const reply = await put(person, avatar, [['name', 'Не запишется']]);
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toEqual({ message, code: 'validation_failed', errors: { avatar: [message] } });
    expect(await rowOf(app, person)).toEqual(before);
  });

  test.each(['png', 'jpeg', 'gif'] as const)(
    'a small %s of huge dimensions is refused and changes nothing',
    async (type) => {
      const person = await app.addUser('external', { name: 'Прежнее' });
      const before = await rowOf(app, person);
      const message = 'Картинка больше 2048 × 2048 точек';
      for (const size of [[2049, 1] as const, [64, 60_000] as const]) {
        const reply = await put(person, file(picture(100, type, [...size])), [['name', 'Не запишется']]);
        expect(reply.statusCode).toBe(422);
        expect(reply.json()).toEqual({ message, code: 'validation_failed', errors: { avatar: [message] } });
      }
      expect(await rowOf(app, person)).toEqual(before);
      expect((await put(person, file(picture(100, type, [2048, 2048])))).statusCode).toBe(200);
    },
  );

  test.each([
    ['a byte more than 5 MB', 5 * megabyte + 1],
    ['20 MB', 20 * megabyte],
  ])('%s is too large, and changes nothing', async (_, bytes) => {
    const person = await app.addUser('external', { name: 'Прежнее' });
    const before = await rowOf(app, person);
    const reply = await put(person, file(picture(bytes)), [['name', 'Не запишется']]);
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({ code: 'payload_too_large', errors: { avatar: ['Файл больше 5 МБ'] } });
    expect(await rowOf(app, person)).toEqual(before);
    expect((await put(person, file(picture(5 * megabyte)))).statusCode).toBe(200);
  });

  test('a request refused for another field leaves no picture file behind', async () => {
    const kept = new Set<string>();
    const removed = new Set<string>();
    const { storage } = app.services;
    const { adopt, remove } = storage;
    storage.adopt = (path, key, type) => adopt.call(storage, path, key, type).then(() => void kept.add(key));
    storage.remove = (key) => remove.call(storage, key).then(() => void removed.add(key));
    const person = await app.addUser('external');
    const taken = await put(person, file(picture()), [['email', admin.email]]);
    const created = await sendForm(app, admin, '/users', [
      ['email', admin.email],
      ['role', 'external'],
      ['password', 'пароль'],
      ['avatar', file(picture())],
    ]);
    Object.assign(storage, { adopt, remove });
    for (const reply of [taken, created]) expect(Object.keys(reply.json().errors)).toEqual(['email']);
    expect(kept.size).toBe(2);
    expect(removed).toEqual(kept);
    expect((await rowOf(app, person)).avatarKey).toBeNull();
  });

  test('a URL serves its one picture for half a day, and a forged URL returns 403', async () => {
    const [person, other] = [await app.addUser('external'), await app.addUser('external')];
    const url: string = (await put(person, file(picture()))).json().data.avatar_url;
    await put(other, file(picture()));
    const query = url.slice(url.indexOf('?'));
    for (const forged of [
      url.replace(person.id, other.id),
      url.replace(/signature=./, (start) => (start.endsWith('_') ? 'signature=a' : 'signature=_')),
      url.replace(/expires=\d/, 'expires=9'),
      `/api/users/${person.id}/avatar`,
      `/api/users/no-such-id/avatar${query}`,
      `/api/users/${person.id}/avatar?expires=9999999999999&signature=`,
    ]) {
      const reply = await fetchPicture(forged, { authorization: `Bearer ${admin.token}` });
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'link_expired']);
      expect(reply.json().message).toMatch(/устарела/);
    }
    const before = now;
    now = new Date(now.getTime() + 12 * 3600_000);
    const late = await fetchPicture(url);
    now = before;
    expect(late.statusCode).toBe(403);
    expect((await fetchPicture(url)).statusCode).toBe(200);
  });
});
