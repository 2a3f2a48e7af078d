import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { type CallName, calls } from '#contract/calls.ts';
import { type Role, roles } from '#contract/roles.ts';
import { buildRequest, type LooseInput } from '#src/sync/http/request.ts';
import { callExamples } from '#tests/support/call-examples.ts';
import { isLong } from '#tests/support/level.ts';
import { readTextTable } from '#tests/support/text-table.ts';
import { addTeam, makeThings, type Team } from './support/made-things.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

/**
 * Answers to well-formed calls. Where a call names an object: about one's own / another's / a missing one; a single
 * figure holds for all three. People are «own» to those who are responsible for them.
 */
const table = readTextTable(`
  call                nobody       admin        manager      secretary    external
  health              200          200          200          200          200
  events              401          200          200          200          200

  login               200          200          200          200          200
  logout              204          204          204          204          204
  refresh             401          200          200          200          200
  sendResetLink       204          204          204          204          204
  resetPassword       204          204          204          204          204
  me                  401          200          200          200          200

  updateMe            401          200          200          200          200
  updatePassword      401          204          204          204          204
  listUsers           401          200          200          200          403
  getUser             401          200/200/404  200/404/404  200/200/404  200/404/404
  createUser          401          201          201          201          403
  updateUser          401          200/200/404  200/404/404  200/404/404  200/404/404
  inviteUser          401          200/200/404  200/404/404  200/404/404  403
  previewImport       401          200          403          403          403
  importUsers         401          200          403          403          403
  countUninvited      401          200          403          403          403
  inviteUninvited     401          200          403          403          403
  countWork           401          200/200/404  403          403          403
  handOver            401          200/200/404  403          403          403
  getAvatar           200/200/403  200/200/403  200/200/403  200/200/403  200/200/403

  listBodies          401          403          403          200          403
  getBody             401          403          403          200/404/404  403
  lastAgenda          401          403          403          200/404/404  403
  createBody          401          403          403          201          403
  updateBody          401          403          403          200/404/404  403
  deleteBody          401          403          403          204/404/404  403

  listKeywords        401          403          403          200          403
  createKeyword       401          403          403          201          403
  updateKeyword       401          403          403          200/404/404  403
  deleteKeyword       401          403          403          204/404/404  403

  listMeetings        401          403          403          200          403
  listHeldMeetings    401          403          200          200          403
  createMeeting       401          403          403          201          403
  updateMeeting       401          403          403          200/404/404  403
  deleteMeeting       401          403          403          204/404/404  403
  getMeetingFile      200/200/403  200/200/404  200/200/404  200/200/404  200/200/404
  listMeetingInvitations      401  403          403          200/404/404  403
  inviteToMeeting             401  403          403          200/404/404  403
  cancelMeeting               401  403          403          204/404/404  403
  createSeries                401  403          403          201          403
  updateSeries                401  403          403          200/404/404  403
  deleteSeries                401  403          403          200/404/404  403
  inviteToSeries              401  403          403          200/404/404  403
  cancelSeries                401  403          403          200/404/404  403
  getCalendarSubscription     401  200          200          200          200
  createCalendarSubscription  401  201          201          201          201
  deleteCalendarSubscription  401  204          204          204          204

  listProtocols       401          403          200          200          403
  getProtocol         401          403          200/404/404  200/404/404  403
  nextNumber          401          403          403          200          403
  createProtocol      401          403          403          201          403
  updateProtocol      401          403          403          200/404/404  403
  deleteProtocol      401          403          403          204/404/404  403
  finalProtocol       401          403          403          200/404/404  403
  getPdf              401          403          200/404/404  200/404/404  403
  getDocx             401          403          200/404/404  200/404/404  403
  listVersions        401          403          200/404/404  200/404/404  403
  getVersion          401          403          200/404/404  200/404/404  403
  listRecipients      401          403          403          200/404/404  403
  markSigned          401          403          403          200/404/404  403
  sendProtocol        401          403          403          200/404/404  403
  listProtocolMails   401          403          403          200/404/404  403
  getDocumentSettings     401      200          200          200          403
  updateDocumentSettings  401      200          403          403          403

  listTemplates           401      200          403          200          403
  createTemplate          401      201          403          403          403
  updateTemplate          401      200/200/404  403          403          403
  deleteTemplate          401      204/204/404  403          403          403
  getTemplateFile         401      200/200/404  403          200/200/404  403
  getTemplateExample      401      200/200/404  403          200/200/404  403
  getTemplateSample       401      200          403          200          403

  getState            401          200          403          403          403
  testPart            401          200          403          403          403
  listStateMails      401          200          403          403          403
  listStateJobs       401          200          403          403          403

  uploadChunk         401          403          403          200/404/404  403
  getUpload           401          403          403          200/404/404  403
  cancelUpload        401          403          403          204/404/404  403
  processVideo        401          403          403          200/404/404  403
  cancelProcessing    401          403          403          200/404/404  403
  listRecordings      401          403          200/404/404  200/404/404  403
  orderRecordings     401          403          403          200/404/404  403
  updateRecording     401          403          403          200/404/404  403
  deleteRecording     401          403          403          200/404/404  403
  getVideo            200/200/403  200/200/404  200/200/404  200/200/404  200/200/404
  getTranscript       401          403          200/404/404  200/404/404  403
  updateTranscript    401          403          403          200/404/404  403
  getSummary          401          403          200/404/404  200/404/404  403
  updateSummary       401          403          403          200/404/404  403
  makeSummary         401          403          403          202/404/404  403
  listProposals       401          403          403          200/404/404  403
  updateProposal      401          403          403          200/404/404  403

  createTask          401          403          403          201/404/404  403
  listTasks           401          403          200          200          403
  taskGroups          401          403          200          403          403
  listEarlierTasks    401          403          403          200/404/404  403
  updateTask          401          403          403          200/404/404  403
  deleteTask          401          403          403          204/404/404  403
  listMembers         401          403          200/404/404  200/404/404  403
  createMember        401          403          403          201/404/404  403
  updateMember        401          403          403          200/404/404  403
  deleteMember        401          403          403          204/404/404  403
  createMark          401          403          403          201/404/404  403
  updateMark          401          403          403          200/404/404  403
  deleteMark          401          403          403          204/404/404  403
  createAttachment    401          403          403          201/404/404  403
  updateAttachment    401          403          403          200/404/404  403
  deleteAttachment    401          403          403          204/404/404  403
  getAttachmentFile   200/200/403  200/200/404  200/200/404  200/200/404  200/200/404

  listOwnTasks        401          403          200          200          200
  listOwnMeetings     401          403          200          200          200
  answerMeeting       401          403          200/404/404  200/404/404  200/404/404
  listOwnProtocols    401          403          200          200          200
  getOwnProtocol      401          403          200/404/404  200/404/404  200/404/404
  getOwnPdf           401          403          200/404/404  200/404/404  200/404/404
  shareRecording      401          403          403          200/404/404  403
  createReport        401          403          201/404/404  201/404/404  201/404/404
  withdrawReport      401          403          204/404/404  204/404/404  204/404/404
  listWaitingReports  401          403          403          200          403
  listTaskReports     401          403          403          200/404/404  403
  decideReport        401          403          403          200/404/404  403
  listNotices           401        403          200          200          200
  countNotices          401        403          200          200          200
  readNotices           401        403          200          200          200
  getNoticeSettings     401        403          200          200          200
  updateNoticeSettings  401        403          200          200          200
  listPushDevices       401        403          200          200          200
  addPushDevice         401        403          201          201          201
  deletePushDevice      401        403          204/404/404  204/404/404  204/404/404
  getReportFile       200/200/403  200/200/404  200/200/404  200/200/404  200/200/404

  managerStatistics   401          403          200          403          403
  periodStatistics    401          403          200          403          403
  meetingStatistics   401          403          200          200          403
  secretaryMeetings   401          403          200/404/404  200/404/404  403
  entityStatistics    401          403          200/404/404  200/404/404  403
  taskStatistics      401          403          200/404/404  200/404/404  403

  search              401          200          200          200          403
`);

const callers = ['nobody', ...roles] as const;
type Caller = (typeof callers)[number];

test('the table holds every call of the contract', () => {
  expect(table.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
});

describe.each(databaseKinds)('on %s', (kind) => {
  let app: TestApp;
  let url: string;
  let team: Team;
  let others: Team;
  beforeAll(async () => {
    app = await startTestApp(kind);
    url = await app.app.listen({ host: '127.0.0.1', port: 0 });
    [team, others] = await Promise.all([addTeam(app), addTeam(app)]);
  });
  afterAll(async () => {
    expect(app.errors).toEqual([]);
    await app.close();
  });

  test('every call of the contract has its route', () => {
    const missing = (Object.values(calls) as Call[]).filter(
      ({ method, path }) => !app.app.hasRoute({ method, url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}` }),
    );
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  /**
   * Objects that are made once and shared by all calls that leave them unchanged: those that only read, or are refused.
   */
  const madeOnce = new Map<string, Promise<LooseInput>>();
  const cells = table.flatMap(({ name, cells }) =>
    callers.map((caller) => [name as CallName, caller, cells[caller] ?? ''] as const),
  );
  test.each(cells)('%s by %s: %s', async (name, caller, cell) => {
    const call: Call = calls[name];
    const [mine, anothers, unknown] = cell.split('/').map(Number);
    const actor = actorFor(call, caller);
    const of = (owners: Team, status = mine) => {
      const make = () => callExamples[name](makeThings(app, url, owners, actor));
      if (Number(status) < 400 && call.method !== 'GET') return make();
      const key = `${name} ${actor} ${owners === team}`;
      if (!madeOnce.has(key)) madeOnce.set(key, make());
      return madeOnce.get(key) as Promise<LooseInput>;
    };
    const own = await of(team);
    const told = async (input: LooseInput) => answerTo(call, input, caller);
    expect((await told(own)).status).toBe(mine);
    // A role that may never call is refused before any object is looked for.
    const isRoleRefused = anothers === undefined && Number(mine) >= 400;
    if (own.params === undefined || (isRoleRefused && !isLong)) return;
    const about = await told(await of(others, anothers));
    const nothing = await told({ ...own, params: unknownParams(own.params) });
    expect(about.status, 'about what is another’s').toBe(anothers ?? mine);
    expect(nothing.status, 'about what is not there').toBe(unknown ?? mine);
    if (about.status === 404) expect(about.message, 'tells that it is there').toBe(nothing.message);
  });

  test.each(['getAvatar', 'getMeetingFile', 'getAttachmentFile', 'getReportFile', 'getVideo'] as const)(
    '%s: a signature opens its own file only',
    async (name) => {
      // Each has people of its own: a new avatar replaces the one that other cells ask for.
      const input = async () => callExamples[name](makeThings(app, url, await addTeam(app), 'secretary'));
      const [own, anothers] = [await input(), await input()];
      expect((await answerTo(calls[name], { ...own, params: anothers.params ?? {} }, 'nobody')).status).toBe(403);
      expect((await answerTo(calls[name], { params: own.params ?? {} }, 'nobody')).status).toBe(403);
    },
  );

  async function answerTo(
    call: Call,
    input: LooseInput,
    caller: Caller,
  ): Promise<{ status: number; message?: string }> {
    const { url: path, init } = buildRequest(call, input);
    // A call that ends a session or changes a password gets a person of its own.
    const leaves = (call === calls.logout || call === calls.updatePassword) && caller !== 'nobody';
    const person = caller === 'nobody' ? undefined : leaves ? await app.addUser(caller) : team[caller];
    if (person) init.headers.set('Authorization', `Bearer ${person.token}`);
    const stop = new AbortController();
    const reply = await fetch(`${url}${path}`, { ...init, signal: stop.signal });
    const { status } = reply;
    if (status >= 400) {
      const { message } = await reply.json();
      expect(message).toMatch(/^[А-ЯЁ]/);
      return { status, message };
    }
    if (call.reply.kind === 'stream') stop.abort();
    else await reply.arrayBuffer();
    return { status };
  }
});

/** Returns the role that creates the object of a call: the caller where the role may call, else one that may. */
function actorFor({ access }: Call, caller: Caller): Role {
  if (access === 'any') return caller === 'nobody' ? 'secretary' : caller;
  if (access === 'public') return 'secretary';
  return access.find((role) => role === caller) ?? access.find((role) => role === 'secretary') ?? 'manager';
}

function unknownParams(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(params).map((name) => [name, uuidv7()]));
}
