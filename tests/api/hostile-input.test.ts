import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { type CallName, calls } from '#contract/calls.ts';
import { statusOfCode } from '#contract/error-codes.ts';
import { bodies } from '#server/schema/bodies.ts';
import { buildRequest, type LooseInput } from '#src/sync/http/request.ts';
import { callExamples } from '#tests/support/call-examples.ts';
import {
  fieldsOf,
  hostileBodies,
  hostileFields,
  hostileIds,
  hostileJson,
  hostileQueries,
  hostileTypes,
} from '#tests/support/hostile-values.ts';
import { sampled } from '#tests/support/level.ts';
import { addTeam, callerOf, makeThings, type Team } from './support/made-things.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const megabyte = 1024 ** 2;
/** At the short level each call gets every twentieth value, and the next call the values after those. */
const step = 20;
/** At the short level each kind of input goes to every sixth call, and the next kind to the calls after those. */
const calledEach = 6;
const offsetOf = (name: CallName) => table.findIndex(([other]) => other === name);
/** Place among the calls that the short level takes of the table: neighbours there get other values. */
const turnOf = (name: CallName) => Math.floor(offsetOf(name) / calledEach);
type Sent = { method: string; url: string; headers?: Record<string, string>; payload?: string | Buffer };

// A stream has no end to wait for, and its call has neither path nor query nor body that could be hostile.
const table = (Object.entries(calls) as [CallName, Call][]).filter(([, { reply }]) => reply.kind !== 'stream');
const withBody = table.filter(([, { body }]) => body);
const withForm = table.filter(([, { form }]) => form);

describe.each(databaseKinds)('hostile input on %s', (kind) => {
  let app: TestApp;
  let url: string;
  let team: Team;
  beforeAll(async () => {
    app = await startTestApp(kind);
    url = await app.app.listen({ host: '127.0.0.1', port: 0 });
    team = await addTeam(app);
  });
  // The number per person is limited, so those of the previous test are deleted.
  beforeEach(async () => {
    await app.db.delete(bodies);
  });
  afterAll(async () => {
    // The server goes on working: the person is still signed in, and can list everything.
    for (const path of ['/me', '/protocols', '/meetings', '/keywords', '/users', '/protocols/tasks']) {
      expect((await app.call(team.secretary, 'GET', path)).statusCode, path).toBe(200);
    }
    expect(app.errors).toEqual([]);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    await app.close();
  });

  /** Prepares a valid call, and its address. */
  async function prepare(name: CallName): Promise<{ call: Call; input: LooseInput; path: string; token: string }> {
    const call: Call = calls[name];
    const input = await callExamples[name](makeThings(app, url, team, callerOf(call)));
    // The person who signs out is not used afterwards.
    const { token } = name === 'logout' ? await app.addUser() : team[callerOf(call)];
    return { call, input, path: buildRequest(call, input).url, token };
  }

  /** Returns the problems of the answers to these named requests. */
  async function problemsOf(call: Call, token: string, requests: Iterable<[string, Sent]>): Promise<string[]> {
    const problems: string[] = [];
    for (const [what, { headers, ...request }] of requests) {
      const reply = await app.app.inject({
        ...request,
        method: request.method as 'POST',
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
      const problem = problemOf(call, reply.statusCode, reply.body);
      if (problem) problems.push(`${what}: ${problem}`);
    }
    return problems;
  }

  test.each(sampled(withBody, calledEach, 0))('%s: every field takes every value', async (name, call) => {
    const { input, path, token } = await prepare(name);
    const good = input.body ?? {};
    function* requests(): Generator<[string, Sent]> {
      for (const [what, payload] of sampled([...hostileFields(call.body, good as object)], step, offsetOf(name))) {
        // A new person gets a unique e-mail, so that the refusal concerns the tested field.
        const body = payload.replace(/"email":"[^"@]+@example\.ru"/, `"email":"${uuidv7()}@example.ru"`);
        yield [
          what,
          { method: call.method, url: path, payload: body, headers: { 'content-type': 'application/json' } },
        ];
      }
    }
    expect(await problemsOf(call, token, requests())).toEqual([]);
  });

  test.each(sampled(table, calledEach, 1))('%s: bodies that are none, of every kind', async (name, call) => {
    if (call.method === 'GET') return;
    const { path, token } = await prepare(name);
    const json = { 'content-type': 'application/json' };
    const requests: [string, Sent][] = [
      ...sampled(hostileBodies, 2, turnOf(name)).map(([what, payload]): [string, Sent] => [
        what,
        { method: call.method, url: path, payload, headers: json },
      ]),
      ...sampled(hostileTypes, 2, turnOf(name)).map((type): [string, Sent] => [
        `as «${type}»`,
        { method: call.method, url: path, payload: 'a=1&b=2', headers: { 'content-type': type } },
      ]),
      [
        'a query that the call does not know',
        { method: call.method, url: `${path}?unknown=1&__proto__[a]=1&constructor=%00`, payload: '{}', headers: json },
      ],
      [
        'bytes that are no text',
        { method: call.method, url: path, payload: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), headers: json },
      ],
      [
        'a wrong key of repetition',
        { method: call.method, url: path, payload: '{}', headers: { ...json, 'idempotency-key': 'к'.repeat(9) } },
      ],
      [
        'a long key of repetition',
        { method: call.method, url: path, payload: '{}', headers: { ...json, 'idempotency-key': 'k'.repeat(5_000) } },
      ],
    ];
    expect(await problemsOf(call, token, requests)).toEqual([]);
  });

  test.each(
    sampled(
      withBody.filter(([, { form }]) => form !== 'only'),
      step,
    ),
  )('%s: a body over its limit gets a 413', async (name, call) => {
    const { path, token } = await prepare(name);
    const most = call.maxBodyBytes ?? 4 * megabyte;
    const reply = await app.app.inject({
      method: call.method,
      url: path,
      payload: `{"title":"${'x'.repeat(most)}"}`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    });
    expect([reply.statusCode, reply.json().code]).toEqual([413, 'payload_too_large']);
  });

  test.each(
    sampled(
      table.filter(([, { path }]) => path.includes('{')),
      calledEach,
      2,
    ),
  )('%s: a hostile path id causes no 500', async (name, call) => {
    const { input, token } = await prepare(name);
    const requests = Object.keys(input.params ?? {}).flatMap((param) =>
      sampled(hostileIds, step, offsetOf(name)).map(([what, part]): [string, Sent] => {
        const params = Object.entries(input.params ?? {}).filter(([other]) => other !== param);
        const left = params.reduce((text, [other, value]) => text.replace(`{${other}}`, String(value)), call.path);
        const payload = call.body && call.form !== 'only' ? JSON.stringify(input.body ?? {}) : undefined;
        const headers: Record<string, string> = payload === undefined ? {} : { 'content-type': 'application/json' };
        const address = `/api${left.replace(`{${param}}`, part)}`;
        return [`${param} is ${what}`, { method: call.method, url: address, headers, ...(payload && { payload }) }];
      }),
    );
    expect(await problemsOf(call, token, requests)).toEqual([]);
  });

  test.each(
    sampled(
      table.filter(([, { query }]) => query),
      calledEach,
      0,
    ),
  )('%s: a hostile query value causes no 500', async (name, call) => {
    const { path, token } = await prepare(name);
    const [bare = ''] = path.split('?');
    const names = [...fieldsOf(call.query), '__proto__', 'constructor', 'unknown'];
    const requests = names.flatMap((field, index) =>
      sampled(
        [...hostileQueries, `1&${field}=2`, `&${field}[]=1`, `&${field}[__proto__]=1`],
        step,
        offsetOf(name) + index,
      ).map((value): [string, Sent] => [
        `?${field}=${value.slice(0, 60)}`,
        { method: call.method, url: `${bare}?${field}=${value}` },
      ]),
    );
    expect(await problemsOf(call, token, requests)).toEqual([]);
  });

  test.each(sampled(withForm, calledEach, 1))('%s: forms that are none', async (name, call) => {
    const { path, token } = await prepare(name);
    const method = call.method === 'PUT' ? 'POST' : call.method;
    const texts = hostileJson.map(
      ([what, json]) => [what, json.length > 10_000 ? json.slice(0, 10_000) : json] as const,
    );
    const forms: [string, FormData][] = fieldsOf(call.body).flatMap((field) =>
      sampled(texts, step, offsetOf(name)).map(([what, text]): [string, FormData] => [
        `${field} is ${what}`,
        formOf([field, text]),
      ]),
    );
    const file = (bytes: number) => new File([new Uint8Array(bytes)], 'я'.repeat(300));
    const [known = 'video'] = Object.keys(call.files ?? {});
    forms.push(
      ['nothing', new FormData()],
      ['a file under another name', formOf(['virus', file(10)])],
      ['a file where text belongs', formOf(['title', file(10)], ['total_chunks', file(10)])],
      ['text where a file belongs', formOf([known, 'не файл'], ['total_chunks', '1'], ['chunk_index', '0'])],
      ['an empty file', formOf([known, file(0)], ['total_chunks', '1'], ['chunk_index', '0'])],
      ['a text of two megabytes', formOf(['title', 'x'.repeat(2 * megabyte)])],
      ['many fields', formOf(...Array.from({ length: 3_000 }, (_, index): [string, string] => [`f${index}`, '1']))],
      ['many files', formOf(...Array.from({ length: 50 }, (): [string, File] => [known, file(10)]))],
      ['a prototype', formOf(['__proto__', 'x'], ['__proto__[admin]', '1'], ['constructor[prototype][admin]', '1'])],
      ['another method', formOf(['_method', 'DELETE'], ['title', 'а'])],
    );
    const requests: [string, Sent][] = [];
    for (const [what, form] of forms) {
      if (call.method === 'PUT' && !form.has('_method')) form.append('_method', 'PUT');
      const { headers, body } = await encoded(form);
      requests.push([what, { method, url: path, headers, payload: body }]);
      if (what === 'a prototype' || what === 'many files') {
        requests.push([`${what}, cut off`, { method, url: path, headers, payload: body.subarray(0, body.length / 2) }]);
      }
    }
    expect(await problemsOf(call, token, requests)).toEqual([]);
  });

  test.each([
    ['updateMe', 'avatar', 5],
    ['updateMeeting', 'files[]', 25],
  ] as const)('%s: a file over the limit of its %s gets a 413', async (name, field, most) => {
    const { path, token } = await prepare(name);
    const form = formOf(['_method', 'PUT'], [field, new File([new Uint8Array(most * megabyte + 1)], 'большой.png')]);
    const { headers, body } = await encoded(form);
    const reply = await app.app.inject({
      method: 'POST',
      url: path,
      payload: body,
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    expect([reply.statusCode, reply.json().code]).toEqual([413, 'payload_too_large']);
    expect(Object.keys(reply.json().errors)).toEqual([field.replace('[]', '')]);
  });
});

/** Returns the problem of an answer: a server error, or a refusal without a message. */
function problemOf({ access }: Call, status: number, body: string): string | undefined {
  if (status >= 500) return `${status} ${body}`;
  if (status < 400) return undefined;
  if (status === 401 && access !== 'public') return `signed out: ${body}`;
  let told: { message?: unknown; code?: unknown };
  try {
    told = JSON.parse(body);
  } catch {
    return `${status} is no JSON: ${body.slice(0, 200)}`;
  }
  const known = Object.keys(statusOfCode).some((code) => code === told.code);
  return known && inRussian(told.message) ? undefined : `${status} ${body.slice(0, 300)}`;
}

/** Whether a message is in Russian; words in another alphabet count as names. */
function inRussian(message: unknown): boolean {
  const foreign =
    /(e-mail|UUID|JSON|https|PNG|JPEG|WebP|GIF|PUT|_method|PDF|DOCX|SRT|WebVTT|VTT|SHA-256|Idempotency-Key)/g;
  return typeof message === 'string' && /^[А-ЯЁ«][^A-Za-z]*$/.test(message.replace(foreign, ''));
}

function formOf(...parts: [string, string | File][]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
}

async function encoded(form: FormData): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const response = new Response(form);
  const type = response.headers.get('content-type') ?? '';
  return { headers: { 'content-type': type }, body: Buffer.from(await response.arrayBuffer()) };
}
