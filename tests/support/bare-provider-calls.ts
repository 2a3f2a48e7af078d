import { type BareCall, BareRefusal, type BareReply, type BareRequest } from './bare-call.ts';
import { type BareRow, type BareState, type BareUser, barePassword } from './bare-provider-state.ts';

const paging = ['limit', 'page'];
const range = ['start_date_at', 'end_date_at'];

/** Exactly the calls of spec.md §7, with no more in their answers than spec.md §3 and §7 name. */
export const bareCalls: BareCall[] = [
  {
    method: 'POST',
    path: '/login',
    open: true,
    answer: ({ state, request: { body } }) => {
      const user = state.users.find(({ email }) => email === body?.email);
      if (!user || body?.password !== barePassword) throw new BareRefusal(422, 'Логин или пароль не подходят');
      return { item: { token: state.signIn(user) } };
    },
  },
  { method: 'POST', path: '/logout', answer: ({ state, request }) => forget(state, request.token) },
  { method: 'POST', path: '/refresh', open: true, answer: ({ state, request }) => refresh(state, request) },
  { method: 'POST', path: '/change-password/send-link', open: true, answer: () => ({ empty: true }) },
  {
    method: 'POST',
    path: '/change-password/reset',
    open: true,
    answer: ({ request: { body } }) => {
      if (body?.token !== 'good') throw new BareRefusal(422, 'Ссылка устарела');
      return { empty: true };
    },
  },
  { method: 'GET', path: '/me', answer: ({ user }) => ({ item: { role: user.role, id: user.id } }) },

  {
    method: 'GET',
    path: '/users',
    query: [...paging, 'search', 'with_blocked'],
    answer: ({ state }) => ({ page: state.users.map(onlyId) }),
  },
  { method: 'GET', path: '/users/#', answer: ({ state, id }) => ({ item: onlyId(find(state.users, id)) }) },
  {
    method: 'POST',
    path: '/users',
    form: 'also',
    answer: ({ state, request }) => {
      const { email } = contentOf(request);
      if (typeof email !== 'string') throw new BareRefusal(422, 'Нужен e-mail');
      const user: BareUser = { id: state.nextId(), role: 'external', email };
      state.users.push(user);
      return { item: { id: user.id } };
    },
  },
  {
    method: 'PUT',
    path: '/users/#',
    form: 'also',
    answer: ({ state, id }) => ({ item: onlyId(find(state.users, id)) }),
  },

  { method: 'GET', path: '/keywords', answer: ({ state }) => ({ list: state.keywords.map(onlyId) }) },
  { method: 'POST', path: '/keywords', answer: ({ state }) => ({ item: add(state, state.keywords) }) },
  { method: 'PUT', path: '/keywords/#', answer: ({ state, id }) => ({ item: onlyId(find(state.keywords, id)) }) },
  { method: 'DELETE', path: '/keywords/#', answer: ({ state, id }) => remove(state.keywords, id) },

  { method: 'GET', path: '/meetings', query: range, answer: ({ state }) => ({ list: state.meetings.map(onlyId) }) },
  {
    method: 'POST',
    path: '/meetings',
    form: 'also',
    answer: ({ state }) => ({ item: add(state, state.meetings) }),
  },
  {
    method: 'PUT',
    path: '/meetings/#',
    form: 'also',
    answer: ({ state, id }) => ({ item: onlyId(find(state.meetings, id)) }),
  },
  { method: 'DELETE', path: '/meetings/#', answer: ({ state, id }) => remove(state.meetings, id) },

  {
    method: 'GET',
    path: '/protocols',
    query: paging,
    answer: ({ state, request: { query } }) => {
      const [limit, page] = [Number(query.get('limit') ?? 15), Number(query.get('page') ?? 1)];
      return { page: state.protocols.slice((page - 1) * limit, page * limit).map(brief) };
    },
  },
  { method: 'GET', path: '/protocols/#', answer: ({ state, id }) => ({ item: brief(find(state.protocols, id)) }) },
  {
    method: 'POST',
    path: '/protocols',
    answer: ({ state }) => {
      const row = { id: state.nextId(), stage: 'no_video' };
      state.protocols.unshift(row);
      return { item: brief(row) };
    },
  },
  {
    method: 'PUT',
    path: '/protocols/#',
    answer: ({ state, id, request: { body } }) => {
      const row = find(state.protocols, id);
      if (typeof body?.stage === 'string') row.stage = body.stage;
      return { item: brief(row) };
    },
  },
  { method: 'DELETE', path: '/protocols/#', answer: ({ state, id }) => remove(state.protocols, id) },
  {
    method: 'POST',
    path: '/protocols/#/final',
    answer: ({ state, id }) => {
      const row = find(state.protocols, id);
      row.stage = 'final';
      return { item: brief(row) };
    },
  },
  { method: 'GET', path: '/protocols/#/summary', answer: ({ state, id }) => known(state, id, { item: {} }) },
  {
    method: 'GET',
    path: '/protocols/#/documents/pdf',
    answer: ({ state, id }) => known(state, id, { file: '%PDF-1.7', type: 'application/pdf' }),
  },
  {
    method: 'GET',
    path: '/protocols/#/documents/docx',
    answer: ({ state, id }) => known(state, id, { file: 'PK', type: 'application/octet-stream' }),
  },
  {
    method: 'POST',
    path: '/protocols/#/process-video',
    answer: ({ state, id }) => {
      find(state.protocols, id).stage = 'video_process';
      return { empty: true };
    },
  },
  {
    method: 'POST',
    path: '/protocols/#/upload-chunks',
    form: 'only',
    answer: ({ state, id, request: { fields, files } }) => {
      const row = find(state.protocols, id);
      if (!files.video) throw new BareRefusal(422, 'Нет части видео');
      if (Number(fields?.chunk_index) === Number(fields?.total_chunks) - 1) row.stage = 'video_uploaded';
      return { empty: true };
    },
  },

  {
    method: 'POST',
    path: '/protocols/#/tasks',
    answer: ({ state, id }) => {
      const row = { id: state.nextId(), status: 'new', protocol: find(state.protocols, id).id };
      state.tasks.push(row);
      return { item: task(row) };
    },
  },
  {
    method: 'GET',
    path: '/protocols/tasks',
    query: [...paging, 'search'],
    answer: ({ state }) => ({ page: state.tasks.map(task) }),
  },
  {
    method: 'PUT',
    path: '/protocols/tasks/#',
    answer: ({ state, id, request: { body } }) => {
      const row = find(state.tasks, id);
      if (typeof body?.status !== 'string') throw new BareRefusal(422, 'Нужно состояние поручения');
      row.status = body.status;
      return { item: task(row) };
    },
  },
  { method: 'DELETE', path: '/protocols/tasks/#', answer: ({ state, id }) => remove(state.tasks, id) },
  {
    method: 'GET',
    path: '/protocols/#/members',
    answer: ({ state, id }) =>
      known(state, id, {
        list: state.members.filter(({ protocol }) => protocol === id).map(({ member_id }) => ({ member_id })),
      }),
  },
  {
    method: 'POST',
    path: '/protocols/#/members',
    answer: ({ state, id, request: { body } }) => {
      const { id: protocol } = find(state.protocols, id);
      // Compared strictly, as in a typed language: the text «4» finds nobody.
      const user = state.users.find((row) => row.id === body?.member_id);
      if (!user) throw new BareRefusal(422, 'Такого участника нет');
      state.members.push({ protocol, member_id: user.id });
      return { item: { member_id: user.id } };
    },
  },
  {
    method: 'DELETE',
    path: '/protocols/members/#',
    answer: ({ state, id }) => {
      const place = state.members.findIndex(({ member_id }) => member_id === id);
      if (place < 0) throw new BareRefusal(404, 'Участник не найден');
      state.members.splice(place, 1);
      return { empty: true };
    },
  },

  { method: 'GET', path: '/stats/manager/all', answer: () => ({ item: {} }) },
  { method: 'GET', path: '/stats/secretary/meetings', query: range, answer: () => ({ list: [] }) },
  { method: 'GET', path: '/stats/secretary/#/entities', answer: () => ({ item: {} }) },
  { method: 'GET', path: '/stats/secretary/#/tasks', query: ['date'], answer: () => ({ item: {} }) },
];

/** Returns the content of the body, from JSON or form data. */
function contentOf({ body, fields }: BareRequest): Record<string, unknown> {
  return fields ?? body ?? {};
}

function refresh(state: BareState, { token = '' }: BareRequest): BareReply {
  const id = state.tokens.get(token) ?? state.staleTokens.get(token);
  const user = state.users.find((row) => row.id === id);
  if (!user) throw new BareRefusal(401, 'Войдите заново');
  state.tokens.delete(token);
  return { plain: { token: state.signIn(user) } };
}

function forget(state: BareState, token = ''): BareReply {
  state.tokens.delete(token);
  return { empty: true };
}

function find<T extends { id: number }>(rows: T[], id: number): T {
  const row = rows.find((candidate) => candidate.id === id);
  if (!row) throw new BareRefusal(404, 'Запись не найдена');
  return row;
}

function known(state: BareState, id: number, reply: BareReply): BareReply {
  find(state.protocols, id);
  return reply;
}

function add(state: BareState, rows: BareRow[]): { id: number } {
  const row = { id: state.nextId() };
  rows.push(row);
  return row;
}

function remove(rows: { id: number }[], id: number): BareReply {
  rows.splice(rows.indexOf(find(rows, id)), 1);
  return { empty: true };
}

function onlyId({ id }: { id: number }): object {
  return { id };
}

function brief({ id, stage }: { id: number; stage: string }): object {
  return { id, stage };
}

function task({ id, status }: { id: number; status: string }): object {
  return { id, status };
}
