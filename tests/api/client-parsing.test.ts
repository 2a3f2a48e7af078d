import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { type CallName, calls } from '#contract/calls.ts';
import { readReply } from '#src/sync/http/reply.ts';
import { buildRequest } from '#src/sync/http/request.ts';
import { callExamples } from '#tests/support/call-examples.ts';
import { addTeam, callerOf, makeThings, type Team } from './support/made-things.ts';
import { startTestApp, type TestApp, type TestUser, testPassword } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

/** Calls after which the caller is signed out, or has another password. */
const endsSessions: CallName[] = ['logout', 'updatePassword'];

describe.each(databaseKinds)('the client parses the server’s real answers, on %s', (kind) => {
  let app: TestApp;
  let url: string;
  let team: Team;
  beforeAll(async () => {
    app = await startTestApp(kind);
    url = await app.app.listen({ host: '127.0.0.1', port: 0 });
    team = await addTeam(app);
    // Lists that hold something: an empty one proves nothing.
    const things = makeThings(app, url, team, 'secretary');
    for (const make of [
      things.user,
      things.keyword,
      things.meetingFile,
      things.withVideo,
      things.task,
      things.member,
    ]) {
      await make();
    }
  });
  afterAll(() => app.close());

  /** Resolves with the raw answer, and with the answer as the client parses it. */
  async function ask(name: CallName, user: TestUser) {
    const call: Call = calls[name];
    const input = await callExamples[name](makeThings(app, url, team, user.role));
    const { url: path, init } = buildRequest(call, input);
    if (name === 'refresh') init.headers.set('Cookie', await refreshCookie(user));
    else init.headers.set('Authorization', `Bearer ${user.token}`);
    const stop = new AbortController();
    const response = await fetch(`${url}${path}`, { ...init, signal: stop.signal });
    expect(response.status, name).toBeLessThan(300);
    const wire = call.reply.kind === 'stream' ? undefined : await response.clone().text();
    const read = await readReply(call, input, response, async () => true);
    stop.abort();
    return { call, wire: wire && call.reply.kind !== 'file' ? JSON.parse(wire) : undefined, read };
  }

  async function refreshCookie(user: TestUser): Promise<string> {
    const reply = await app.call(null, 'POST', '/login', { email: user.email, password: testPassword });
    return String(reply.headers['set-cookie']).split(';')[0] ?? '';
  }

  test.each(Object.keys(calls) as CallName[])(
    '%s is read whole: nothing is dropped, nothing is guessed',
    async (name) => {
      const role = callerOf(calls[name]);
      const user = endsSessions.includes(name) ? await app.addUser(role) : team[role];
      const { call, wire, read } = await ask(name, user);
      const { kind: reply } = call.reply;
      if (reply === 'page') {
        expect(read).toEqual({
          rows: wire.data,
          meta: { ...wire.meta, has_next: wire.meta.current_page < wire.meta.last_page },
        });
      } else if (reply === 'list' || reply === 'item') expect(read).toEqual(wire.data);
      else if (reply === 'raw') expect(read).toEqual(wire);
      else if (reply === 'file') expect(read).toMatchObject({ blob: { size: expect.any(Number) } });
      else expect(read).toBe(reply === 'stream' ? read : undefined);
      if (['listUsers', 'listKeywords', 'listMeetings', 'listProtocols', 'listTasks'].includes(name)) {
        expect(wire.data.length, 'rows to read').toBeGreaterThan(0);
      }
    },
  );

  test.each(['getPdf', 'getDocx'] as const)('%s brings a file under its Russian name', async (name) => {
    const { read } = await ask(name, team.secretary);
    const { blob, name: fileName } = read as { blob: Blob; name: string };
    expect(fileName).toMatch(/^Протокол.*\.(pdf|docx)$/);
    expect(blob.size).toBeGreaterThan(1_000);
  });
});
