import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Call } from '#contract/call.ts';
import type { Role } from '#contract/roles.ts';
import { protocols } from '#server/schema/protocols.ts';
import { proposals } from '#server/schema/video.ts';
import { attachmentForm, chunkForm, newSeries, pushSubscription, type Things } from '#tests/support/call-examples.ts';
import { until } from '#tests/support/processes.ts';
import { templateForm } from '#tests/support/template-form.ts';
import { type TestApp, type TestUser, testPassword } from './test-app.ts';
import { Upload } from './upload.ts';

/** A manager, their secretary, an external participant of the secretary, and an administrator. */
export type Team = Record<Role, TestUser>;

/** Adds four people who belong together, and signs them in. */
export async function addTeam(app: TestApp): Promise<Team> {
  const manager = await app.addUser('manager');
  const secretary = await app.addUser('secretary', { managerId: manager.id });
  const external = await app.addUser('external', { createdById: secretary.id, managerId: manager.id });
  return { admin: await app.addUser('admin'), manager, secretary, external };
}

/**
 * Creates what calls need, over the API: meetings, protocols and their contents belong to the secretary of the team,
 * people are those whom `actor` is responsible for.
 * @param url address at which the app listens: videos are sent over a real connection
 */
export function makeThings(app: TestApp, url: string, team: Team, actor: Role): Things {
  const { secretary } = team;
  /** The person who is given tasks: the caller; an administrator has none. */
  const doer = actor === 'admin' ? team.external : team[actor];

  async function post(path: string, body: object, user = secretary): Promise<string> {
    const reply = await app.call(user, 'POST', path, body);
    if (reply.statusCode !== 201) throw new Error(`POST ${path}: ${reply.statusCode} ${reply.body}`);
    return reply.json().data.id;
  }

  async function put(path: string, body: object): Promise<void> {
    const reply = await app.call(secretary, 'PUT', path, body);
    if (reply.statusCode !== 200) throw new Error(`PUT ${path}: ${reply.statusCode} ${reply.body}`);
  }

  async function signOff(id: string): Promise<void> {
    const reply = await app.call(secretary, 'POST', `/protocols/${id}/final`, {});
    if (reply.statusCode !== 200) throw new Error(`final: ${reply.statusCode} ${reply.body}`);
  }

  async function sendForm(method: string, path: string, form: FormData, user = secretary) {
    const headers = { authorization: `Bearer ${user.token}` };
    const reply = await fetch(`${url}/api${path}`, { method, headers, body: form });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
    return JSON.parse(text).data;
  }

  /** Returns the times of a meeting that is still to come. */
  function ahead() {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    return { title: 'Планёрка', start_at: at(48), end_at: at(49) };
  }

  async function invite(id: string, owner = secretary): Promise<string> {
    const reply = await app.call(owner, 'POST', `/meetings/${id}/invitations`, { id: uuidv7() });
    if (reply.statusCode !== 200) throw new Error(`invitations: ${reply.statusCode} ${reply.body}`);
    return id;
  }

  const freshEmail = () => `${uuidv7()}@example.ru`;
  const things: Things = {
    freshEmail,
    user: async () => {
      if (actor === 'external') return team.external.id;
      return post('/users', { email: freshEmail(), role: 'external', name: 'Орлов Олег' }, team[actor]);
    },
    invited: () => post('/users', { email: freshEmail(), role: 'external', name: 'Орлов Олег' }, team[actor]),
    successor: async () => (await app.addUser()).id,
    ownPassword: () => testPassword,
    avatar: async () => {
      const form = new FormData();
      form.append('avatar', new Blob([onePixel]), 'фото.gif');
      const { id, avatar_url } = await sendForm('PUT', '/me', form);
      return { id, query: queryOf(avatar_url) };
    },
    secretary: async () => secretary.id,
    keyword: () => post('/keywords', { name: `слово ${uuidv7()}` }),
    body: () => post('/bodies', { name: `Комиссия ${uuidv7()}` }),
    meeting: () =>
      post('/meetings', { title: 'Планёрка', start_at: '2026-03-02T10:00:00Z', end_at: '2026-03-02T11:00:00Z' }),
    meetingAhead: () => {
      const guests = [{ id: uuidv7(), name: 'Гость Галина', email: freshEmail() }];
      return post('/meetings', { ...ahead(), guests });
    },
    invitation: async () => {
      // The owner of a meeting is not invited to it.
      const owner = await app.addUser('secretary');
      const id = await post('/meetings', { ...ahead(), participant_ids: [doer.id] }, owner);
      return invite(id, owner);
    },
    invitedMeeting: async () => invite(await things.meetingAhead()),
    series: () => post('/meeting-series', newSeries()),
    meetingFile: async () => {
      const id = await things.meeting();
      const form = new FormData();
      form.append('files[]', new Blob(['Повестка']), 'повестка.txt');
      const { files } = await sendForm('PUT', `/meetings/${id}`, form);
      return { id, fileId: files[0].id, query: queryOf(files[0].url) };
    },
    protocol: () => post('/protocols', { title: 'О бюджете' }),
    finished: async () => {
      const id = await things.protocol();
      await put(`/protocols/${id}`, { stage: 'finish' });
      return id;
    },
    final: async () => {
      const id = await things.finished();
      await signOff(id);
      return id;
    },
    addressed: async () => ({ id: await things.protocol(), recipient: secretary.id }),
    withVideo: async () => {
      const id = await things.protocol();
      await new Upload({ url, token: secretary.token }, id, Buffer.alloc(1_000, 7)).sendAll();
      await until(async () => {
        const { stage } = (await app.call(secretary, 'GET', `/protocols/${id}`)).json().data;
        return stage === 'video_uploaded' ? true : undefined;
      }, 'the video to be received');
      return id;
    },
    processing: async () => {
      const id = await things.withVideo();
      await app.db.update(protocols).set({ stage: 'video_process' }).where(eq(protocols.id, id));
      return id;
    },
    withParts: async () => {
      const id = await things.withVideo();
      const read = async () => (await app.call(secretary, 'GET', `/protocols/${id}`)).json().data;
      const part = new Upload({ url, token: secretary.token }, id, Buffer.alloc(500, 8));
      await part.send(0, { place: 'next' });
      await until(async () => (await read()).recordings, 'the part to be received');
      return { id, first: (await read()).video.upload_id, part: part.id };
    },
    transcribed: async () => {
      const id = await things.protocol();
      const form = new FormData();
      form.append('_method', 'PUT');
      form.append('subtitles', new Blob(['WEBVTT\n\n00:01.000 --> 00:02.000\nУтвердить смотрю']), 'запись.vtt');
      const { segments } = await sendForm('POST', `/protocols/${id}/transcript`, form);
      return { id, segmentId: segments[0].id };
    },
    playable: async () => {
      const id = await things.withVideo();
      const { video } = (await app.call(secretary, 'GET', `/protocols/${id}`)).json().data;
      return { id, query: queryOf(video.original_url) };
    },
    withUpload: async () => {
      const id = await things.protocol();
      await sendForm('POST', `/protocols/${id}/upload-chunks`, chunkForm());
      return id;
    },
    task: async () => post(`/protocols/${await things.protocol()}/tasks`, { title: 'Подготовить смету' }),
    proposal: async () => {
      const id = await things.protocol();
      const proposalId = uuidv7();
      const said = { kind: 'task', text: 'Подготовить смету', textKey: 'подготов смет', source: 'extract' } as const;
      await app.db.insert(proposals).values({ ...said, id: proposalId, protocolId: id });
      return { id, proposalId };
    },
    member: async () => {
      const body = { member_id: team.external.id };
      return post(`/protocols/${await things.protocol()}/members`, body);
    },
    attachment: async () => {
      const path = `/protocols/${await things.protocol()}/attachments`;
      const { id, url: address } = await sendForm('POST', path, attachmentForm());
      return { id, query: queryOf(address) };
    },
    givenTask: async () => {
      const id = await things.protocol();
      const task = await post(`/protocols/${id}/tasks`, { title: 'Подготовить смету', assignee_id: doer.id });
      await put(`/protocols/${id}`, { stage: 'finish' });
      return task;
    },
    report: async () => post(`/me/tasks/${await things.givenTask()}/reports`, { text: 'Готово' }, doer),
    reportFile: async () => {
      const form = new FormData();
      form.append('text', 'Готово');
      form.append('files[]', new Blob(['Статья;Сумма']), 'смета.csv');
      const { id, files } = await sendForm('POST', `/me/tasks/${await things.givenTask()}/reports`, form, doer);
      return { reportId: id, fileId: files[0].id, query: queryOf(files[0].url) };
    },
    seenProtocol: async () => {
      const id = await things.protocol();
      await post(`/protocols/${id}/members`, { member_id: doer.id });
      await put(`/protocols/${id}`, { stage: 'finish' });
      await signOff(id);
      return id;
    },
    pushDevice: () => post('/me/push-devices', pushSubscription(), doer),
    template: async () => (await sendForm('POST', '/settings/templates', templateForm(), team.admin)).id,
    mark: async () => post(`/protocols/${await things.protocol()}/marks`, { at: 12.5 }),
    credentials: async () => ({ email: (await app.addUser()).email, password: testPassword }),
    reset: async () => {
      const { email } = await app.addUser();
      await app.call(null, 'POST', '/change-password/send-link', { email });
      const link = await until(
        () => app.said.find((line) => line.includes(email) && line.includes('token=')),
        'the link',
      );
      return { email, token: /token=([\w-]+)/.exec(link)?.[1] ?? '' };
    },
  };
  return things;
}

const onePixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

function queryOf(address: string): Record<string, string> {
  return Object.fromEntries(new URL(address, 'http://server').searchParams);
}

/** Returns the role that makes a call in a test: a secretary where one may, else one that may. */
export function callerOf({ access }: Call): 'secretary' | 'manager' | 'admin' {
  if (typeof access === 'string') return 'secretary';
  return (['secretary', 'manager', 'admin'] as const).find((role) => access.includes(role)) ?? 'secretary';
}
