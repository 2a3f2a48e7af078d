import { once } from 'node:events';
import { access, mkdtemp, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { call } from '#contract/call.ts';
import { maybe } from '#contract/common.ts';
import { id } from '#contract/id.ts';
import type { Database } from '#server/platform/db/database.ts';
import { spaceInSteps, withSpace } from '#server/platform/files/index.ts';
import { letBodyPause, registerBodyPace } from '#server/platform/http/body-pace.ts';
import { routesOf } from '#server/platform/http/contract-route.ts';
import { registerErrors } from '#server/platform/http/errors.ts';
import { registerForms } from '#server/platform/http/form-body.ts';
import { registerConnectionEnd } from '#server/platform/http/stopping.ts';
import { validatorCompiler } from '#server/platform/http/validate.ts';
import { HandClock } from '#tests/support/hand-clock.ts';

const note = z.looseObject({ title: z.string(), place: maybe(z.string()), ids: z.optional(z.array(id)) });
const files = {
  picture: { most: 1, maxBytes: 1024 },
  papers: { most: 2, maxBytes: 4096 },
  film: { most: 1, maxBytes: 2 ** 50 },
};
const params = z.object({ id });
const reply = { kind: 'item', of: z.looseObject({}) } as const;
const common = { path: '/notes/{id}', summary: 'Заметка', access: 'public', params, body: note, reply } as const;
const put = call({ ...common, method: 'PUT', form: 'also', files });
const jsonOnly = call({ ...common, method: 'POST', path: '/plain/{id}' });

let app: FastifyInstance;
let folder: string;
let paths: string[] = [];
/** Number of incoming files for which space is reserved. */
let coming = 0;
let room: typeof spaceInSteps = spaceInSteps;

async function start(pace?: Parameters<typeof registerBodyPace>[1]) {
  app = Fastify();
  registerConnectionEnd(app);
  registerBodyPace(app, pace);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => JSON.stringify);
  app.decorateRequest('user', null);
  app.addHook('onRequest', async (request) => {
    const { person } = request.headers;
    if (person) request.user = { id: String(person), role: 'secretary', sessionId: '1' };
  });
  registerErrors(app);
  folder = await mkdtemp(join(tmpdir(), 'forms-'));
  await writeFile(join(folder, 'left-behind'), 'by a server that was killed');
  await registerForms(app, folder, async (...asked) => {
    const continueRun = await room(...asked);
    return async function* counted(pieces) {
      coming++;
      try {
        yield* continueRun(pieces);
      } finally {
        coming--;
      }
    };
  });
  // These calls answer without asking the database.
  const route = routesOf(app, { database: {} as Database });
  route(put, async ({ body, files: received }) => {
    paths = received.map(({ path }) => path);
    await Promise.all(paths.map((path) => access(path)));
    return { body, files: received.map(({ field, name, size }) => ({ field, name, size })) };
  });
  route(jsonOnly, async ({ body, params: { id: which } }) => {
    if (which === 'later') await answered.promise;
    return { body };
  });
  app.post('/api/plain/pausing', async (request) => {
    letBodyPause(request.raw);
    pausing.resolve();
    await answered.promise;
    return {};
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
}
async function stop() {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
  await rm(folder, { recursive: true });
}
const sockets: Socket[] = [];
let answered: PromiseWithResolvers<void>;
let pausing: PromiseWithResolvers<void>;

beforeEach(() => {
  answered = Promise.withResolvers();
  pausing = Promise.withResolvers();
  coming = 0;
  room = spaceInSteps;
  return start();
});
afterEach(stop);

async function send(path: string, method: string, parts: [string, string | File][], person = '') {
  const body = new FormData();
  for (const [name, value] of parts) body.append(name, value);
  const response = await fetch(`${app.listeningOrigin}/api${path}`, { method, body, headers: { person } });
  return { status: response.status, answer: await response.json() };
}

const file = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name);

test('form data by POST with _method=PUT is the same call as JSON by PUT', async () => {
  const { status, answer } = await send('/notes/7', 'POST', [
    ['_method', 'PUT'],
    ['title', 'О бюджете'],
    ['place', ''],
    ['ids[]', '7'],
    ['ids[]', 'б'],
    ['picture', file('Я.png', 10)],
    ['papers[]', file('1.pdf', 1)],
    ['papers[]', file('2.pdf', 4096)],
  ]);
  expect(status).toBe(200);
  expect(answer.data).toEqual({
    body: { title: 'О бюджете', place: null, ids: ['7', 'б'] },
    files: [
      { field: 'picture', name: 'Я.png', size: 10 },
      { field: 'papers', name: '1.pdf', size: 1 },
      { field: 'papers', name: '2.pdf', size: 4096 },
    ],
  });
  expect(paths.map((path) => dirname(path))).toEqual([folder, folder, folder]);
  // Files kept for the request are deleted after its answer, and so are those that another server left behind.
  await expect.poll(() => readdir(folder)).toEqual([]);
});

test.each([
  ['without _method', 'POST', [['title', 'а']], 400, 'body'],
  [
    'with another _method',
    'POST',
    [
      ['_method', 'DELETE'],
      ['title', 'а'],
    ],
    400,
    'body',
  ],
  [
    'with a file that is too large',
    'PUT',
    [
      ['title', 'а'],
      ['picture', file('a.png', 1025)],
    ],
    413,
    'picture',
  ],
  [
    'with too many files',
    'PUT',
    [
      ['picture', file('a', 1)],
      ['picture', file('b', 1)],
      ['title', 'а'],
    ],
    413,
    'picture',
  ],
  [
    'with a few files too many',
    'PUT',
    Array.from({ length: 9 }, () => ['papers', file('a', 1)] as [string, File]),
    413,
    'papers',
  ],
  [
    'with far too many files',
    'PUT',
    Array.from({ length: 99 }, () => ['papers', file('a', 1)] as [string, File]),
    413,
    '',
  ],
  [
    'with more text than JSON may bring',
    'PUT',
    Array.from({ length: 6 }, (_, index) => [`text${index}`, 'x'.repeat(1_000_000)] as [string, string]),
    413,
    '',
  ],
  [
    'with a file under another name',
    'PUT',
    [
      ['title', 'а'],
      ['virus', file('a.exe', 1)],
    ],
    422,
    'virus',
  ],
  ['without what is required', 'PUT', [['place', 'а']], 422, 'title'],
] as [string, string, [string, string | File][], number, string][])(
  'a form %s is refused with a message',
  async (_, method, parts, expected, field) => {
    const { status, answer } = await send('/notes/7', method, parts);
    expect(status).toBe(expected);
    expect(answer.message).toMatch(/[а-яё]/i);
    if (expected !== 400 && field) expect(Object.keys(answer.errors)).toEqual([field]);
  },
);

test('a broken form is a 400, form data where only JSON is taken a 415', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const broken = await fetch(`${app.listeningOrigin}/api/notes/7`, { method: 'PUT', headers, body: '--x\r\nnonsense' });
  expect(broken.status).toBe(400);
  expect((await send('/plain/7', 'POST', [['title', 'а']])).status).toBe(415);
});

test('a form part declared as JSON is read as plain text', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const part =
    '--x\r\nContent-Disposition: form-data; name="title"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n--x--\r\n';
  const response = await fetch(`${app.listeningOrigin}/api/notes/7`, { method: 'PUT', headers, body: part });
  expect((await response.json()).data.body).toEqual({ title: '{"a":1}' });
});

test('a file for which the disk has no space gets a 507 before any of it is stored', async () => {
  const asked: number[] = [];
  room = (_folder, bytes) => {
    asked.push(bytes);
    return Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  };
  const { status, answer } = await send('/notes/7', 'PUT', [
    ['papers[]', file('1.pdf', 4000)],
    ['picture', file('Я.png', 10)],
    ['title', 'О бюджете'],
  ]);
  expect([status, answer.code]).toEqual([507, 'storage_full']);
  // The announced size is reserved, but no more than the limit.
  expect(asked).toEqual([4096]);
  expect(await readdir(folder)).toEqual([]);
});

test('a file during which the disk fills up gets a 507 after it was received, and is removed', async () => {
  room = async () =>
    async function* full(pieces) {
      for await (const piece of pieces) {
        yield piece;
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      }
    };
  const { status, answer } = await send('/notes/7', 'PUT', [
    ['film', file('a.mp4', 3_000_000)],
    ['title', 'О бюджете'],
  ]);
  expect([status, answer.code]).toEqual([507, 'storage_full']);
  await expect.poll(() => readdir(folder)).toEqual([]);
});

test('a form that announces more than it sends does not take disk space from others', async () => {
  const { bavail, bsize } = await statfs(folder);
  const most = Math.floor(bavail * bsize * 0.6);
  await sendRaw('PUT', 'notes', formType, `${head('film')}1234`, most);
  await expect.poll(() => readdir(folder)).toHaveLength(1);
  expect(await withSpace(folder, most, async () => 'done')).toBe('done');
});

test('a fifth form with a file gets a 429 while four of the same person are being received', async () => {
  const begun = (name: string) => sendRaw('PUT', 'notes', formType, `${head('film')}1234`, 1_000, name);
  const first = await Promise.all(Array.from({ length: 4 }, () => begun('anna')));
  await begun('boris');
  await expect.poll(() => readdir(folder)).toHaveLength(5);
  const form = () =>
    send(
      '/notes/7',
      'PUT',
      [
        ['title', 'а'],
        ['picture', file('a.png', 1)],
      ],
      'anna',
    );
  const { status, answer } = await form();
  expect([status, answer.code]).toEqual([429, 'rate_limited']);
  expect(answer.message).toBe(
    'Уже отправляются четыре формы с файлами. Подождите, пока одна из них отправится, и попробуйте ещё раз',
  );
  expect((await send('/notes/7', 'PUT', [['title', 'а']], 'anna')).status).toBe(200);
  first[0]?.destroy();
  await expect.poll(async () => (await form()).status).toBe(200);
});

test('a body that stalls is cut off and leaves no file; a complete one waits for its answer', async () => {
  await stop();
  await start({ silenceMs: 100 });
  const whole = await sendRaw('POST', 'later', 'application/json', '{"title":"b"}', 13);
  const json = await sendRaw('POST', 'plain', 'application/json', '{"title":"', 1_000);
  const form = await sendRaw('PUT', 'notes', formType, `${head('picture')}1234`, 1_000);
  await Promise.all([json, form].map(closed));
  await expect.poll(() => readdir(folder)).toEqual([]);
  await expect.poll(() => coming).toBe(0);
  answered.resolve();
  const [reply] = await once(whole, 'data');
  expect(String(reply)).toMatch(/^HTTP\/1.1 200/);
});

const formType = 'multipart/form-data; boundary=x';
const head = (field: string) => `--x\r\ncontent-disposition: form-data; name="${field}"; filename="a.png"\r\n\r\n`;

test('a body that trickles in is cut off; a steady one is not, nor one that is allowed to pause', async () => {
  await stop();
  const clock = new HandClock();
  await start({ after: clock.after });
  const paused = await sendRaw('POST', 'pausing', formType, '', 1_000);
  await pausing.promise;
  const begin = `--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nа\r\n${head('film')}xxxx`;
  const [rest, end] = ['x'.repeat(40_000), '\r\n--x--\r\n'];
  const whole = Buffer.byteLength(begin + rest + end);
  const steady = await sendRaw('PUT', 'notes', formType, begin, whole);
  await expect.poll(() => readdir(folder)).toHaveLength(1);
  steady.write(rest);
  const [name = ''] = await readdir(folder);
  await expect.poll(async () => (await stat(join(folder, name))).size).toBeGreaterThan(39_000);
  const drip = await sendRaw('PUT', 'notes', formType, begin, whole);
  await expect.poll(() => readdir(folder)).toHaveLength(2);
  drip.write('x');
  clock.pass(30_000);
  await closed(drip);
  await expect.poll(() => readdir(folder)).toEqual([name]);
  steady.write(end);
  answered.resolve();
  for (const socket of [steady, paused]) expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200/);
  expect(clock.waiting).toBe(0);
});

/** Sends a request whose announced body is longer than what is sent. */
async function sendRaw(
  method: string,
  to: 'notes' | 'plain' | 'later' | 'pausing',
  type: string,
  bytes: string,
  length: number,
  person = '',
) {
  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1');
  sockets.push(socket);
  // A connection that is closed with unread data is reset.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const path = to === 'later' || to === 'pausing' ? `/api/plain/${to}` : `/api/${to}/7`;
  socket.write(
    `${method} ${path} HTTP/1.1\r\nhost: a\r\nperson: ${person}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n${bytes}`,
  );
  return socket;
}

async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
}
