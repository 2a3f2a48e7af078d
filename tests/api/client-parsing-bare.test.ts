import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { type CallName, calls } from '#contract/calls.ts';
import { formDataOf } from '#src/sync/collections/mutation.ts';
import { BareProvider, envelopes } from '#tests/support/bare-provider.ts';
import { bareCalls } from '#tests/support/bare-provider-calls.ts';
import type { BareRow } from '#tests/support/bare-provider-state.ts';
import { barePassword } from '#tests/support/bare-provider-state.ts';
import { callAsClient } from '#tests/support/call-client.ts';
import { callExamples, type Things } from '#tests/support/call-examples.ts';

// A call beyond the specification is made only after the handshake: a foreign provider never sees one.
const specified = (Object.entries(calls) as [CallName, Call][]).filter(([, call]) => !call.extra);

/** What each answer is parsed to: the named fields, with identifiers as strings. */
const readAs: Partial<Record<CallName, unknown>> = {
  login: { token: expect.stringMatching(/^bare-/) },
  refresh: { token: expect.stringMatching(/^bare-/) },
  me: { id: '3', role: 'secretary' },
  listUsers: page([{ id: '1' }, { id: '2' }, { id: '3' }, { id: '4' }]),
  getUser: { id: '4' },
  createUser: { id: anyId() },
  updateUser: { id: '4' },
  listKeywords: [{ id: '101' }, { id: '102' }],
  createKeyword: { id: anyId() },
  updateKeyword: { id: '101' },
  listMeetings: [{ id: '103' }, { id: '104' }],
  createMeeting: { id: anyId() },
  updateMeeting: { id: '103' },
  listProtocols: page([
    { id: '105', stage: 'no_video' },
    { id: '106', stage: 'success_video_process' },
    { id: '107', stage: 'finish' },
    { id: '108', stage: 'final' },
  ]),
  getProtocol: { id: '105', stage: 'no_video' },
  createProtocol: { id: anyId(), stage: 'no_video' },
  updateProtocol: { id: '105', stage: 'no_video' },
  finalProtocol: { id: '107', stage: 'final' },
  getPdf: { blob: expect.any(Blob), name: undefined },
  getDocx: { blob: expect.any(Blob), name: undefined },
  processVideo: {},
  getSummary: {},
  createTask: { id: anyId(), status: 'new' },
  listTasks: page([
    { id: '109', status: 'new' },
    { id: '110', status: 'done' },
  ]),
  updateTask: { id: '109', status: 'done' },
  listMembers: [{ member_id: '4' }],
  createMember: { member_id: '4' },
  managerStatistics: {},
  meetingStatistics: [],
  entityStatistics: {},
  taskStatistics: {},
};

test('the provider has every call of the contract that the specification names, and no other', () => {
  const ours = specified.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/, '#')}`);
  const theirs = bareCalls.map(({ method, path }) => `${method} ${path}`);
  expect(theirs.sort()).toEqual(ours.sort());
});

describe.each(envelopes)('over a bare provider in the envelope «%s»', (envelope) => {
  let provider: BareProvider;
  let token: string;
  beforeEach(async () => {
    provider = await BareProvider.start(envelope);
    token = signIn('secretary');
  });
  afterEach(() => provider.stop());

  function signIn(role: string): string {
    const user = provider.state.users.find((row) => row.role === role);
    if (!user) throw new Error(`nobody is ${role}`);
    return provider.state.signIn(user);
  }

  test.each(specified)('%s is read', async (name, call) => {
    const input = await callExamples[name](thingsOf(provider));
    // The chunk's own answer is read by its transport: any 2xx counts.
    const answer = name === 'uploadChunk' ? undefined : await callAsClient(provider.url, token, call, input);
    expect(answer).toEqual(readAs[name]);
    expect(provider.complaints).toEqual([]);
  });

  test('identifiers go back as the numbers that they came as', async () => {
    const ask = (call: Call, input: object) => callAsClient(provider.url, token, call, input);
    const users = (await ask(calls.listUsers, {})) as { rows: { id: string }[] };
    const [chosen] = users.rows;
    await ask(calls.createMember, { params: { id: '105' }, body: { member_id: chosen?.id } });
    expect(provider.calls.at(-1)).toMatchObject({ path: '/protocols/105/members', body: { member_id: 1 } });
    await ask(calls.createMeeting, {
      body: { title: 'А', start_at: '2026-03-02T10:00:00Z', end_at: '2026-03-02T11:00:00Z', participant_ids: ['4'] },
    });
    expect(provider.calls.at(-1)?.body?.participant_ids).toEqual([4]);
    await ask(calls.updateProtocol, { params: { id: '105' }, body: { meeting_id: '103', chairman_id: '2' } });
    expect(provider.calls.at(-1)?.body).toEqual({ meeting_id: 103, chairman_id: 2 });
  });

  test('form data of a PUT goes by POST with _method, with the same numbers', async () => {
    const form = formDataOf(calls.updateMeeting, { participant_ids: ['4'] }, { files: [new File(['а'], 'а.txt')] });
    const read = await callAsClient(provider.url, token, calls.updateMeeting, { params: { id: '103' }, form });
    expect(read).toEqual({ id: '103' });
    const sent = provider.calls.at(-1);
    expect([sent?.method, sent?.fields]).toEqual(['POST', { _method: 'PUT', 'participant_ids[]': '4' }]);
  });

  test.each(['message', 'data.message'] as const)('a refusal is told in its own words, from %s', async (messageIn) => {
    provider.fault = () => ({ status: 422, message: 'Так нельзя', messageIn });
    const asked = callAsClient(provider.url, token, calls.createTask, { params: { id: '105' }, body: { title: 'А' } });
    await expect(asked).rejects.toMatchObject({ status: 422, message: 'Так нельзя', serverMessage: 'Так нельзя' });
  });

  test('an expired token is refused, and refresh exchanges it for a new one', async () => {
    provider.state.expireTokens();
    await expect(callAsClient(provider.url, token, calls.me, {})).rejects.toMatchObject({ status: 401 });
    const fresh = (await callAsClient(provider.url, token, calls.refresh, {})) as { token: string };
    expect(await callAsClient(provider.url, fresh.token, calls.me, {})).toEqual({ id: '3', role: 'secretary' });
  });

  test('an invalid row is dropped from a list, and a list that is no array is an error', async () => {
    provider.fault = () => ({ status: 200, body: { data: [{ id: 7, stage: 'final' }, { stage: 'final' }, null, 5] } });
    const read = await callAsClient(provider.url, token, calls.listProtocols, {});
    expect(read).toMatchObject({ rows: [{ id: '7', stage: 'final' }] });
    provider.fault = () => ({ status: 200, body: { data: { protocols: [] } } });
    const asked = callAsClient(provider.url, token, calls.listProtocols, {});
    await expect(asked).rejects.toThrow('Response data is not an array');
  });
});

function thingsOf({ state }: BareProvider): Things {
  const idOf = (row: BareRow | undefined) => Promise.resolve(String(row?.id));
  const inStage = (stage: string) => idOf(state.protocols.find((row) => row.stage === stage));
  const none = () => Promise.reject(new Error('beyond the specification'));
  return {
    user: async () => '4',
    secretary: async () => '3',
    keyword: () => idOf(state.keywords[0]),
    meeting: () => idOf(state.meetings[0]),
    protocol: () => inStage('no_video'),
    finished: () => inStage('finish'),
    final: () => inStage('final'),
    withVideo: () => inStage('no_video'),
    task: () => idOf(state.tasks[0]),
    member: async () => '4',
    credentials: async () => ({ email: 'secretary@example.ru', password: barePassword }),
    reset: async () => ({ email: 'secretary@example.ru', token: 'good' }),
    freshEmail: () => 'someone@example.ru',
    successor: none,
    body: none,
    invitation: none,
    invited: none,
    ownPassword: () => barePassword,
    addressed: none,
    avatar: none,
    meetingFile: none,
    meetingAhead: none,
    series: none,
    invitedMeeting: none,
    playable: none,
    withUpload: none,
    processing: none,
    transcribed: none,
    withParts: none,
    proposal: none,
    mark: none,
    attachment: none,
    template: none,
    givenTask: none,
    report: none,
    reportFile: none,
    seenProtocol: none,
    pushDevice: none,
  };
}

function page(rows: object[]) {
  return { rows, meta: expect.objectContaining({ current_page: 1, per_page: 15, has_next: false }) };
}

function anyId() {
  return expect.stringMatching(/^\d+$/);
}
