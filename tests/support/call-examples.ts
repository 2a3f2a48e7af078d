import { createECDH } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { CallName } from '#contract/calls.ts';
import type { LooseInput } from '#src/sync/http/request.ts';
import { templateForm } from './template-form.ts';

/** Creates the things that the calls need; each function resolves with ids as the client holds them. */
export interface Things {
  /** A person whom the caller may read and change. */
  user(): Promise<string>;
  /** A person who has not accepted the caller's invitation yet. */
  invited(): Promise<string>;
  /** A secretary who can take over the work of another. */
  successor(): Promise<string>;
  /** Password of the caller. */
  ownPassword(): string;
  /** A person with a picture, and the query of its signed address. */
  avatar(): Promise<{ id: string; query: Record<string, string> }>;
  keyword(): Promise<string>;
  body(): Promise<string>;
  meeting(): Promise<string>;
  /** A meeting to which the caller is invited. */
  invitation(): Promise<string>;
  /** A meeting that is still to come, with a guest. */
  meetingAhead(): Promise<string>;
  /** The same, with an invited guest. */
  invitedMeeting(): Promise<string>;
  /** A series of future meetings. */
  series(): Promise<string>;
  meetingFile(): Promise<{ id: string; fileId: string; query: Record<string, string> }>;
  protocol(): Promise<string>;
  /** A protocol in the stage `finish`. */
  finished(): Promise<string>;
  /** A protocol in the stage `final`. */
  final(): Promise<string>;
  /** A protocol, and a person whom it can be sent to. */
  addressed(): Promise<{ id: string; recipient: string }>;
  /** A protocol whose video was received whole. */
  withVideo(): Promise<string>;
  /** A protocol whose video is being processed. */
  processing(): Promise<string>;
  /** A protocol with two recordings: the first, and the part that followed it. */
  withParts(): Promise<{ id: string; first: string; part: string }>;
  /** A protocol with a transcript, and one of its lines. */
  transcribed(): Promise<{ id: string; segmentId: string }>;
  /** A protocol with a video and the query of its signed address. */
  playable(): Promise<{ id: string; query: Record<string, string> }>;
  /** A protocol with an upload under way. */
  withUpload(): Promise<string>;
  task(): Promise<string>;
  /** A proposal from the recording of a protocol. */
  proposal(): Promise<{ id: string; proposalId: string }>;
  /** Id of the row of a protocol's member. */
  member(): Promise<string>;
  /** A mark in the recording of a protocol. */
  mark(): Promise<string>;
  /** An attachment of a protocol, and the query of its signed address. */
  attachment(): Promise<{ id: string; query: Record<string, string> }>;
  /** A task of the team's secretary that is given to whoever calls. */
  givenTask(): Promise<string>;
  /** A waiting report of the caller. */
  report(): Promise<string>;
  /** A report with a file, and the query of its signed address. */
  reportFile(): Promise<{ reportId: string; fileId: string; query: Record<string, string> }>;
  /** A signed protocol in which the caller takes part. */
  seenProtocol(): Promise<string>;
  /** A device to which the caller's notices are pushed. */
  pushDevice(): Promise<string>;
  /** A template of the organization. */
  template(): Promise<string>;
  /** A secretary whose figures the caller may see. */
  secretary(): Promise<string>;
  credentials(): Promise<{ email: string; password: string }>;
  /** A link that sets a password. */
  reset(): Promise<{ email: string; token: string }>;
  /** An e-mail that nobody has. */
  freshEmail(): string;
}

const start = '2026-03-02T10:00:00+03:00';
const end = '2026-03-02T11:00:00+03:00';
const range = { start_date_at: '2026-03-01', end_date_at: '2026-03-31' };
const page = { limit: 15, page: 1 };

/** Day of the first meeting of `newSeries`. */
const seriesDay = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** Returns a well-formed series of three future days. */
export function newSeries() {
  const plan = { rule: 'FREQ=DAILY;COUNT=3', first: seriesDay, time: '10:00', minutes: 60 };
  return { id: uuidv7(), title: 'Планёрка', plan: { ...plan, time_zone: 'Europe/Moscow', holidays: 'keep' } };
}

/** Returns the subscription that a browser's PushManager would give. */
export function pushSubscription() {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const keys = { p256dh: curve.getPublicKey('base64url'), auth: 'A'.repeat(22) };
  return { endpoint: `https://push.example.com/${uuidv7()}`, keys, name: 'Chrome, Windows' };
}

/** A well-formed input of every call of the contract, created together with the things that it needs. */
export const callExamples: Record<CallName, (things: Things) => Promise<LooseInput>> = {
  health: async () => ({}),
  events: async () => ({}),

  login: async (things) => ({ body: await things.credentials() }),
  logout: async () => ({}),
  refresh: async () => ({}),
  sendResetLink: async (things) => ({ body: { email: things.freshEmail() } }),
  resetPassword: async (things) => ({
    body: { ...(await things.reset()), password: 'новый-пароль', password_confirmation: 'новый-пароль' },
  }),
  me: async () => ({}),

  updateMe: async () => ({ body: { name: 'Иванов Пётр Ильич', position: null } }),
  updatePassword: async (things) => ({
    body: {
      ...{ current_password: things.ownPassword() },
      ...{ password: 'новый-пароль', password_confirmation: 'новый-пароль' },
    },
  }),
  listUsers: async () => ({ query: { ...page, search: 'орлов', with_blocked: 1 } }),
  getUser: async (things) => ({ params: { id: await things.user() } }),
  createUser: async (things) => ({
    body: { email: things.freshEmail(), role: 'external', name: 'Сидоров Олег Юрьевич' },
  }),
  updateUser: async (things) => ({ params: { id: await things.user() }, body: { position: 'Ведущий инженер' } }),
  previewImport: async () => ({ body: { rows: [importedRow()] } }),
  countUninvited: async () => ({}),
  inviteUninvited: async () => ({}),
  importUsers: async () => ({ body: { rows: [importedRow()], invite: false } }),
  inviteUser: async (things) => ({ params: { id: await things.invited() } }),
  countWork: async (things) => ({ params: { id: await things.user() } }),
  handOver: async (things) => ({ params: { id: await things.user() }, body: { to: await things.successor() } }),
  getAvatar: async (things) => signed(await things.avatar()),

  listBodies: async () => ({ query: page }),
  getBody: async (things) => ({ params: { id: await things.body() } }),
  lastAgenda: async (things) => ({ params: { id: await things.body() } }),
  createBody: async () => ({ body: { name: 'Бюджетная комиссия', kind: 'Заседание' } }),
  updateBody: async (things) => ({ params: { id: await things.body() }, body: { place: 'Переговорная 4' } }),
  deleteBody: async (things) => ({ params: { id: await things.body() } }),

  listKeywords: async () => ({}),
  createKeyword: async () => ({ body: { name: 'поручить' } }),
  updateKeyword: async (things) => ({ params: { id: await things.keyword() }, body: { name: 'утвердить' } }),
  deleteKeyword: async (things) => ({ params: { id: await things.keyword() } }),

  listMeetings: async () => ({ query: range }),
  listHeldMeetings: async () => ({ query: { ...page, ...range } }),
  createMeeting: async (things) => ({
    body: { title: 'Планёрка', start_at: start, end_at: end, participant_ids: [await things.user()] },
  }),
  updateMeeting: async (things) => ({ params: { id: await things.meeting() }, body: { place: 'Зал 2' } }),
  deleteMeeting: async (things) => ({ params: { id: await things.meeting() } }),
  getMeetingFile: async (things) => {
    const { id, fileId, query } = await things.meetingFile();
    return { params: { id, fileId }, query };
  },
  listMeetingInvitations: async (things) => ({ params: { id: await things.invitedMeeting() } }),
  inviteToMeeting: async (things) => ({ params: { id: await things.meetingAhead() }, body: { id: uuidv7() } }),
  cancelMeeting: async (things) => ({ params: { id: await things.invitedMeeting() } }),
  createSeries: async () => ({ body: newSeries() }),
  updateSeries: async (things) => ({
    params: { id: await things.series() },
    body: { id: uuidv7(), from: seriesDay, reach: 'all', place: 'Зал 2' },
  }),
  deleteSeries: async (things) => ({ params: { id: await things.series(), from: seriesDay } }),
  inviteToSeries: async (things) => ({
    params: { id: await things.series() },
    body: { id: uuidv7(), from: seriesDay },
  }),
  cancelSeries: async (things) => ({ params: { id: await things.series(), from: seriesDay } }),
  getCalendarSubscription: async () => ({}),
  createCalendarSubscription: async () => ({}),
  deleteCalendarSubscription: async () => ({}),

  listProtocols: async () => ({ query: page }),
  getProtocol: async (things) => ({ params: { id: await things.protocol() } }),
  nextNumber: async () => ({ query: { held_at: start, organization: 'ООО «Меридиан»' } }),
  createProtocol: async () => ({ body: { title: 'О бюджете', held_at: start, place: 'Зал 1' } }),
  updateProtocol: async (things) => ({
    params: { id: await things.protocol() },
    body: { title: 'О бюджете на год', agenda: [{ id: 'первый', title: 'Бюджет', decision: 'Принять' }] },
  }),
  deleteProtocol: async (things) => ({ params: { id: await things.protocol() } }),
  finalProtocol: async (things) => ({ params: { id: await things.finished() }, body: {} }),
  getPdf: async (things) => ({ params: { id: await things.final() } }),
  getDocx: async (things) => ({ params: { id: await things.final() } }),
  listVersions: async (things) => ({ params: { id: await things.final() } }),
  getVersion: async (things) => ({ params: { id: await things.final(), edition: '1' } }),
  markSigned: async (things) => ({
    params: { id: await things.final(), edition: '1' },
    body: {
      signatures: [
        {
          certificate: '00B8 12F4 7C3E 90A1',
          owner: 'Иванов Сергей Петрович',
          valid_from: '2026-01-12',
          valid_to: '2027-01-12',
        },
      ],
    },
  }),
  listRecipients: async (things) => ({ params: { id: await things.final() } }),
  sendProtocol: async (things) => {
    const { id, recipient } = await things.addressed();
    const letter = { subject: 'Протокол совещания', text: 'Здравствуйте!\n\nПротокол во вложении.', format: 'pdf' };
    return { params: { id }, body: { ...letter, recipients: [recipient] } };
  },
  listProtocolMails: async (things) => ({ params: { id: await things.final() } }),
  getDocumentSettings: async () => ({}),
  updateDocumentSettings: async () => ({
    body: {
      organization: 'Холдинг «Север»',
      present_limit: 20,
      chairman_listed: false,
      qr_code: true,
      approval: true,
      approver_position: 'Президент',
      approver_name: 'Котов Илья Львович',
      signed_by: ['chairman', 'secretary'],
    },
  }),

  listTemplates: async () => ({}),
  createTemplate: async () => ({ form: templateForm() }),
  updateTemplate: async (things) => ({ params: { id: await things.template() }, body: { name: 'Бланк 2027' } }),
  deleteTemplate: async (things) => ({ params: { id: await things.template() } }),
  getTemplateFile: async (things) => ({ params: { id: await things.template() } }),
  getTemplateExample: async (things) => ({ params: { id: await things.template() } }),
  getTemplateSample: async () => ({}),

  getState: async () => ({}),
  listStateMails: async () => ({ query: { ...page, state: 'failed' } }),
  listStateJobs: async () => ({ query: { ...page, state: 'failed' } }),
  testPart: async () => ({ body: { part: 'storage' } }),

  uploadChunk: async (things) => ({ params: { id: await things.protocol() }, form: chunkForm() }),
  getUpload: async (things) => ({ params: { id: await things.withUpload() } }),
  cancelUpload: async (things) => ({ params: { id: await things.withUpload() } }),
  processVideo: async (things) => ({ params: { id: await things.withVideo() } }),
  cancelProcessing: async (things) => ({ params: { id: await things.processing() } }),
  listRecordings: async (things) => ({ params: { id: (await things.withParts()).id } }),
  orderRecordings: async (things) => {
    const { id, first, part } = await things.withParts();
    return { params: { id }, body: { order: [part, first] } };
  },
  updateRecording: async (things) => {
    const { id, part } = await things.withParts();
    return { params: { id, recordingId: part }, body: { title: 'После перерыва', pause: 900 } };
  },
  deleteRecording: async (things) => {
    const { id, part } = await things.withParts();
    return { params: { id, recordingId: part } };
  },
  getVideo: async (things) => signed(await things.playable()),
  getTranscript: async (things) => ({ params: { id: await things.protocol() } }),
  updateTranscript: async (things) => {
    const { id, segmentId } = await things.transcribed();
    return { params: { id }, body: { segments: [{ id: segmentId, text: 'Утвердить смету' }] } };
  },
  getSummary: async (things) => ({ params: { id: await things.protocol() } }),

  updateSummary: async (things) => ({
    params: { id: await things.protocol() },
    body: { version: null, text: 'Бюджет принят', points: [{ text: 'Принять бюджет', evidence: { start: 12.5 } }] },
  }),
  makeSummary: async (things) => ({ params: { id: await things.protocol() } }),
  listProposals: async (things) => ({ params: { id: await things.protocol() } }),
  updateProposal: async (things) => ({ params: await things.proposal(), body: { state: 'dismissed' } }),

  createTask: async (things) => ({ params: { id: await things.protocol() }, body: { title: 'Подготовить смету' } }),
  listTasks: async () => ({ query: { ...page, search: 'смет' } }),
  taskGroups: async () => ({ query: { status: 'overdue' } }),
  listEarlierTasks: async (things) => ({ params: { id: await things.protocol() } }),
  updateTask: async (things) => ({ params: { taskId: await things.task() }, body: { status: 'done' } }),
  deleteTask: async (things) => ({ params: { taskId: await things.task() } }),
  listMembers: async (things) => ({ params: { id: await things.protocol() } }),
  createMember: async (things) => ({
    params: { id: await things.protocol() },
    body: { member_id: await things.user() },
  }),
  updateMember: async (things) => ({ params: { memberId: await things.member() }, body: { kind: 'invited' } }),
  deleteMember: async (things) => ({ params: { memberId: await things.member() } }),

  createMark: async (things) => ({
    params: { id: await things.protocol() },
    body: { at: 751.2, text: 'Спорное место', agenda_id: null, recording_id: null },
  }),
  updateMark: async (things) => ({ params: { markId: await things.mark() }, body: { text: 'Проверить' } }),
  deleteMark: async (things) => ({ params: { markId: await things.mark() } }),

  createAttachment: async (things) => ({ params: { id: await things.protocol() }, form: attachmentForm() }),
  updateAttachment: async (things) => ({
    params: { attachmentId: (await things.attachment()).id },
    body: { title: 'Смета на 2027 год', sheets: 3, agenda_id: null, position: 2 },
  }),
  deleteAttachment: async (things) => ({ params: { attachmentId: (await things.attachment()).id } }),
  getAttachmentFile: async (things) => {
    const { id, query } = await things.attachment();
    return { params: { attachmentId: id }, query };
  },

  listOwnTasks: async () => ({ query: { ...page, status: 'open' } }),
  listOwnMeetings: async () => ({ query: range }),
  answerMeeting: async (things) => ({ params: { id: await things.invitation() }, body: { answer: 'yes' } }),
  listOwnProtocols: async () => ({ query: page }),
  getOwnProtocol: async (things) => ({ params: { id: await things.seenProtocol() } }),
  getOwnPdf: async (things) => ({ params: { id: await things.seenProtocol() } }),
  shareRecording: async (things) => ({ params: { id: await things.protocol() }, body: { shared: true } }),
  createReport: async (things) => ({
    params: { taskId: await things.givenTask() },
    body: { text: 'Смета готова и согласована' },
  }),
  withdrawReport: async (things) => ({ params: { reportId: await things.report() } }),
  listWaitingReports: async () => ({ query: page }),
  listTaskReports: async (things) => ({ params: { taskId: await things.task() } }),
  listNotices: async () => ({ query: page }),
  countNotices: async () => ({}),
  readNotices: async () => ({ body: { ids: [uuidv7()], until: start } }),
  getNoticeSettings: async () => ({}),
  updateNoticeSettings: async () => ({
    body: {
      switches: [{ kind: 'task_given', channel: 'mail', is_on: false }],
      quiet_from: '21:00',
      quiet_to: '08:00',
    },
  }),
  listPushDevices: async () => ({}),
  addPushDevice: async () => ({ body: pushSubscription() }),
  deletePushDevice: async (things) => ({ params: { deviceId: await things.pushDevice() } }),
  decideReport: async (things) => ({
    params: { reportId: await things.report() },
    body: { state: 'returned', answer: 'Нет подписи' },
  }),
  getReportFile: async (things) => {
    const { query, ...params } = await things.reportFile();
    return { params, query };
  },

  managerStatistics: async () => ({}),
  periodStatistics: async () => ({ query: range }),
  meetingStatistics: async () => ({ query: range }),
  secretaryMeetings: async (things) => ({ params: { id: await things.secretary() }, query: range }),
  entityStatistics: async (things) => ({ params: { id: await things.secretary() } }),
  taskStatistics: async (things) => ({
    params: { secretaryId: await things.secretary() },
    query: { date: '2026-03-02' },
  }),

  search: async () => ({ query: { search: 'бюджет', limit: 5 } }),
};

/** Returns one chunk of two, with only the fields that the specification names. */
export function chunkForm(index = 0, total = 2): FormData {
  const form = new FormData();
  form.append('total_chunks', String(total));
  form.append('chunk_index', String(index));
  form.append('video', new Blob([new Uint8Array(64 * 1024)]), 'запись.mp4');
  return form;
}

export function attachmentForm(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['Статья;Сумма']), 'смета.csv');
  return form;
}

function signed({ id, query }: { id: string; query: Record<string, string> }): LooseInput {
  return { params: { id }, query };
}

const importedRow = () => ({
  line: 2,
  name: 'Орлов Иван Петрович',
  email: `${uuidv7()}@example.ru`,
  role: 'секретарь',
  manager: '',
  position: '',
  organization: '',
  phone: '',
});
