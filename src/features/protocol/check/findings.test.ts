// @vitest-environment jsdom
import { expect, test } from 'vitest';
import '#src/app/registry.ts';
import type { Decision, Protocol } from '#contract/protocols/protocol.ts';
import type { Task } from '#contract/tasks/task.ts';
import type { MutationState, OutboxRow } from '#src/sync/index.ts';
import { type CheckedProtocol, findingsOf, unreadWords } from './findings.ts';

const protocol: Protocol = {
  id: 'p1',
  stage: 'success_video_process',
  title: 'Совет',
  held_at: '2026-11-20T10:00:00Z',
  place: 'Москва',
  chairman_id: 'u1',
  secretary_id: 'u7',
  agenda: [{ id: 'a1', title: 'О смете', decisions: [{ id: 'd1', text: 'Утвердить' }] }],
};
const task: Task = { id: 't1', status: 'new', title: 'Отчёт', assignee_id: 'u2', due_at: '2026-12-01' };

const complete: CheckedProtocol = {
  protocol,
  members: [{ id: 'm1', member_id: 'u1', kind: 'present' }],
  tasks: [task],
  writes: [],
  isUploading: false,
  isNobody: () => false,
};

/** Returns the findings of a complete protocol with these changes; without the no-break spaces of numbers. */
function findingWords(change: Partial<CheckedProtocol>): string[] {
  return findingsOf({ ...complete, ...change }).map(({ words }) => words.replaceAll('\u00A0', ' '));
}

const withHead = (change: Partial<Protocol>) => findingWords({ protocol: { ...protocol, ...change } });
const withTasks = (...changes: Partial<Task>[]) =>
  findingWords({ tasks: changes.map((change, index) => ({ ...task, id: `t${index}`, ...change })) });
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

test('a complete protocol has no findings; a decision needs no task', () => {
  expect(findingsOf(complete)).toEqual([]);
  expect(findingWords({ tasks: [] })).toEqual([]);
});

test.each<[Partial<Protocol>, string]>([
  [{ title: ' ' }, 'Не указано название'],
  [{ held_at: null }, 'Не указана дата'],
  [{ held_at: 'скоро' }, 'Не указана дата'],
  [{ place: '' }, 'Не указано место'],
  [{ chairman_id: null }, 'Не указан председательствующий'],
  [{ secretary_id: null }, 'Не указан секретарь'],
  [{ agenda: [] }, 'Повестка пуста'],
])('%j: %s', (change, words) => {
  expect(withHead(change)).toEqual([words]);
});

test('the chairman and the secretary may be named by the members', () => {
  const members = [
    { member_id: 'u1', kind: 'chairman' as const },
    { member_id: 'u2', kind: 'secretary' as const },
  ];
  const headless = { ...protocol, chairman_id: null, secretary_id: null };
  expect(findingWords({ protocol: headless, members })).toEqual([]);
});

test('the chairman has to have been present', () => {
  const words = ['Председательствующий отмечен отсутствующим'];
  const away = { attendance: { state: 'absent' as const } };
  const others = { member_id: 'u2', kind: 'present' as const };
  expect(findingWords({ members: [{ member_id: 'u1', kind: 'chairman', ...away }, others] })).toEqual(words);
  expect(findingWords({ members: [{ member_id: 'u1', kind: 'absent' }, others] })).toEqual(words);
  const proxy = { attendance: { state: 'proxy' as const } };
  expect(findingWords({ members: [{ member_id: 'u1', kind: 'chairman', ...proxy }, others] })).toEqual([
    'Председательствующий участвует по доверенности',
  ]);
  const guest = [{ name: 'Гость', kind: 'chairman' as const, ...away }, others];
  expect(findingWords({ protocol: { ...protocol, chairman_id: null }, members: guest })).toEqual(words);
  expect(
    findingWords({
      members: [
        { member_id: 'u1', kind: 'chairman' },
        { ...others, ...away },
      ],
    }),
  ).toEqual([]);
});

test('somebody has to be present', () => {
  expect(findingWords({ members: [] })).toEqual(['Не указаны участники']);
  expect(findingWords({ members: [{ member_id: 'u2', kind: 'absent' }] })).toEqual([
    'Никто из участников не присутствовал',
  ]);
  expect(findingWords({ members: [{ member_id: 'u1' }] })).toEqual([]);
});

test('a question needs a decision; a text or a task of its own is enough', () => {
  const bare = { id: 'a2', title: 'О складе', decisions: [{ text: ' ' }] };
  expect(withHead({ agenda: [bare] })).toEqual(['Вопрос «О складе»: нет решения']);
  expect(withHead({ agenda: [{ id: 'a3' }] })).toEqual(['Вопрос без названия: нет решения']);
  expect(withHead({ agenda: [{ ...bare, decision: 'Обсудить' }] })).toEqual([]);
  expect(findingWords({ protocol: { ...protocol, agenda: [bare] }, tasks: [{ ...task, agenda_id: 'a2' }] })).toEqual(
    [],
  );
});

test('a vote without a quorum is reported by its decision number until somebody has answered', () => {
  const no_quorum = { present: 3, total: 9, needed: 5 };
  const decision = (id: string, votes?: Decision['votes'], level?: number) => ({ id, text: id, votes, level });
  const agenda = [
    { id: 'a1', decisions: [decision('d1', { for: 3, no_quorum: { ...no_quorum, answer: 'counted' as const } })] },
    { id: 'a2', decisions: [decision('d2', { for: 3 }), decision('d3', { for: 3, no_quorum }, 1)] },
  ];
  expect(findingsOf({ ...complete, protocol: { ...protocol, agenda } })).toEqual([
    {
      kind: 'no-quorum',
      weight: 'check',
      words: 'Голосование по решению 2.1.1 проведено без кворума',
      place: { at: 'votes', id: 'a2', decision: 'd3' },
    },
  ]);
  const two = [{ id: 'a1', decisions: [decision('d1', { for: 3, no_quorum }), decision('d2', { for: 0, no_quorum })] }];
  expect(withHead({ agenda: two })).toEqual(['Без кворума проведено 2 голосования']);
  // A vote that was begun and emptied again was not taken.
  expect(withHead({ agenda: [{ id: 'a1', decisions: [decision('d1', { for: null, no_quorum })] }] })).toEqual([]);
});

test('more votes than voters are reported; late and left members count as voters', () => {
  const agenda = [{ id: 'a1', decisions: [{ id: 'd1', text: 'd1', votes: { for: 3, against: 0, abstained: 1 } }] }];
  const states = ['present', 'late', 'left', 'absent'] as const;
  const members = states.map((state, index) => ({
    ...{ id: `m${index}`, member_id: `u${index}`, kind: 'present' as const, attendance: { state } },
  }));
  const found = (of: typeof members) => findingWords({ protocol: { ...protocol, agenda }, members: of });
  const words = 'По решению 1.1 голосов — 4, а участников с правом голоса — 3';
  expect(found(members).map((each) => each.replaceAll('\u00A0', ' '))).toContain(words);
  expect(found([...members, { ...members[0], id: 'm9', member_id: 'u9' } as (typeof members)[0]])).not.toContain(words);
});

test.each([
  [2, 'У 2 вопросов нет решения', 'У 2 поручений нет срока'],
  [5, 'У 5 вопросов нет решения', 'У 5 поручений нет срока'],
  [21, 'У 21 вопроса нет решения', 'У 21 поручения нет срока'],
])('%d of a kind are counted in the right case, and the link leads to the first', (count, questions, tasks) => {
  const agenda = times(count, (index) => ({ id: `a${index}` }));
  expect(withHead({ agenda })).toEqual([questions]);
  const found = findingsOf({
    ...complete,
    tasks: times(count, (index) => ({ ...task, id: `t${index}`, due_at: null })),
  });
  expect(found.map(({ words }) => words.replaceAll('\u00A0', ' '))).toEqual([tasks]);
  expect(found[0]?.place).toEqual({ at: 'task', id: 't0', field: 'due' });
});

test('a task needs an assignee and a deadline after the meeting', () => {
  expect(withTasks({ assignee_id: null })).toEqual(['Поручение «Отчёт»: нет ответственного']);
  expect(withTasks({ due_at: '2026-11-19' })).toEqual(['Поручение «Отчёт»: срок раньше заседания']);
  expect(withTasks({ due_at: '2026-11-19' }, { due_at: '2026-11-18' })).toEqual([
    'У 2 поручений срок раньше заседания',
  ]);
  expect(withTasks({ due_at: '2026-11-20' }, { due_at: '2026-11-19', origin: 'протокол № 12, п. 2' })).toEqual([]);
  expect(withTasks({ title: null, assignee_id: '' })).toEqual(['Поручение без названия: нет ответственного']);
});

test('a finished task needs no deadline, a cancelled one needs nothing', () => {
  expect(withTasks({ status: 'done', due_at: null }, { status: 'cancelled', assignee_id: null, due_at: null })).toEqual(
    [],
  );
});

test('a person unknown to the server is reported, unless a name is given', () => {
  const agenda = [
    { id: 'a1', title: 'О смете', speaker_id: 'u9', decision: 'Да' },
    { id: 'a2', speaker_id: 'u9', speaker_name: 'Ким', decision: 'Да' },
  ];
  const isNobody = (id: string) => id === 'u9';
  const named = { ...protocol, chairman_id: 'u9', agenda };
  expect(findingWords({ protocol: named, tasks: [{ ...task, assignee_id: 'u9' }], isNobody })).toEqual([
    'Председательствующий не найден',
    'Вопрос «О смете»: докладчик не найден',
    'Поручение «Отчёт»: ответственный не найден',
  ]);
});

test('a plain provider is checked for what forms here write, not for what only the server gives', () => {
  const bare = { protocol: { id: 'p1', stage: 'no_video' } as const, tasks: [{ id: 't1', status: 'new' }] };
  const head = ['Не указано название', 'Не указана дата', 'Не указано место'];
  const task = ['нет ответственного', 'нет срока'].map((words) => `Поручение без названия: ${words}`);
  // The members could not be read: nothing is reported about them, nor about the chairman.
  expect(findingWords({ ...bare, members: undefined })).toEqual([...head, 'Повестка пуста', ...task]);
  expect(findingWords({ ...bare, tasks: undefined, members: [{ member_id: 'u1' }] })).toEqual([
    ...head,
    'Не указан председательствующий',
    'Повестка пуста',
  ]);
});

test('what could not be read is reported, and never called complete', () => {
  expect(unreadWords({ members: [], tasks: [] })).toBeUndefined();
  expect(unreadWords({ members: [], tasks: undefined })).toBe('Ещё не прочитаны: поручения');
  expect(unreadWords({ members: undefined, tasks: undefined })).toBe('Ещё не прочитаны: участники и поручения');
});

const write = (id: string, state: MutationState) =>
  ({ id, state, kind: 'protocol.update', scope: 'protocol:p1', title: `Протокол «Совет»: ${id}` }) as OutboxRow;

test('what is on this device alone hinders, worded by its state', () => {
  const writes = [write('данные', 'waiting'), write('место', 'conflict'), write('w3', 'failed'), write('w4', 'failed')];
  const found = findingsOf({ ...complete, writes, isUploading: true });
  expect(found.map(({ words }) => words.replaceAll('\u00A0', ' '))).toEqual([
    'Протокол «Совет»: место — конфликт не решён',
    '2 изменения — сервер не принял',
    'Протокол «Совет»: данные — ещё не на сервере',
    'Видео ещё не загружено целиком',
  ]);
  expect(found.every(({ weight }) => weight === 'hinders')).toBe(true);
  expect(found.map(({ place }) => place)).toEqual([
    { at: 'write', href: '/main/protocols/p1?write=%D0%BC%D0%B5%D1%81%D1%82%D0%BE' },
    { at: 'write', href: '/main/protocols/p1?write=w3' },
    { at: 'queue', writes: ['данные'] },
    { at: 'video' },
  ]);
  expect(findingWords({ writes: [write('w1', 'sent'), write('w2', 'unsure')] })).toEqual([
    'Протокол «Совет»: w2 — нужно ваше решение',
  ]);
});

test('an unsent recording on this device hinders, unless a video is there already', () => {
  const of = (change: Partial<CheckedProtocol>) => findingsOf({ ...complete, ...change });
  const noVideo = { protocol: { ...protocol, stage: 'no_video' } as const };
  const left = { kind: 'recording', words: 'Запись встречи не отправлена', place: { at: 'video' } };
  expect(findingWords({ recording: 'running', isUploading: true })).toEqual(['Встреча ещё записывается']);
  expect(findingWords({ ...noVideo, recording: 'left', isUploading: true })).toEqual([
    'Видео ещё не загружено целиком',
  ]);
  expect(of({ ...noVideo, recording: 'left' })).toEqual([{ ...left, weight: 'hinders' }]);
  expect(of({ recording: 'left' })).toEqual([{ ...left, weight: 'check' }]);
});

test('missing data is only to be checked', () => {
  const found = findingsOf({ ...complete, protocol: { id: 'p1', stage: 'finish' }, members: [] });
  expect(found.map(({ weight }) => weight)).not.toContain('hinders');
});

test('a name longer than its line is cut between letters', () => {
  const [words] = withTasks({ title: '📝'.repeat(500), assignee_id: null });
  expect(words).toBe(`Поручение «${'📝'.repeat(80)}…»: нет ответственного`);
});
