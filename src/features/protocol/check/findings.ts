import { stateOf } from '#contract/bodies/attendance.ts';
import type { Member, MemberKind } from '#contract/bodies/member.ts';
import { isVoting } from '#contract/bodies/quorum-count.ts';
import type { AgendaItem, Protocol } from '#contract/protocols/protocol.ts';
import { countWords, voteChoices } from '#contract/protocols/votes.ts';
import type { Task } from '#contract/tasks/task.ts';
import { shortened } from '#contract/text/shortened.ts';
import { mutationAddress } from '#src/data/queued/index.ts';
import { dayOfDeadline } from '#src/data/task/index.ts';
import { counted, readDate, toDayValue } from '#src/format/index.ts';
import { type MutationState, needsPerson, type OutboxRow } from '#src/sync/index.ts';
import { type Finding, findingOf, type Place } from '../editing/finding.ts';
import { type DecisionPoint, pointsOf } from '../tasks/decision-tasks.ts';

/** A protocol with queued mutations applied, as its screen knows it. */
export interface CheckedProtocol {
  protocol: Protocol;
  /** Undefined while they could not be read: nothing is reported as missing then. */
  members: readonly Member[] | undefined;
  tasks: readonly Task[] | undefined;
  /** Queued mutations of this protocol. */
  writes: readonly OutboxRow[];
  isUploading: boolean;
  /** A recording on this device that is not queued yet. */
  recording?: 'running' | 'left' | undefined;
  /**
   * Whether the server has answered that there is no such person; a name that is only not loaded yet is not an error.
   */
  isNobody: (userId: string) => boolean;
}

/**
 * Returns what is missing before «Завершить» and «Сформировать итоговый протокол», blocking findings first. The server
 * refuses only while a video is on its way, and a protocol can be printed without any of these values. Unsent changes
 * block, because the signed version would lack them. Everything else is for the person to decide. A field that a bare
 * provider does not send counts as missing if a form of this screen writes it: the screen shows it as empty, and the
 * person can fill it in. The server assigns the number and the secretary, so these are never reported where a provider
 * does not send them.
 */
export function findingsOf(checked: CheckedProtocol): Finding[] {
  const { protocol, tasks, isNobody } = checked;
  return [
    ...unsentFindings(checked.writes),
    ...videoFindings(checked),
    ...headFindings(protocol),
    ...peopleFindings(checked),
    ...agendaFindings(protocol.agenda ?? [], tasks, isNobody),
    ...voteFindings(protocol.agenda ?? []),
    ...ballotFindings(checked),
    ...taskFindings(tasks ?? [], protocol.held_at, isNobody),
  ];
}

/** Finds recordings that are only on this device; where the protocol has a video, they may stay there. */
function videoFindings({ isUploading, recording, protocol: { stage } }: CheckedProtocol): Finding[] {
  const finding = (kind: string, words: string, weight: Finding['weight'] = 'hinders'): Finding[] => [
    { kind, weight, words, place: { at: 'video' } },
  ];
  if (recording === 'running') return finding('recording', 'Встреча ещё записывается');
  if (isUploading) return finding('video', 'Видео ещё не загружено целиком');
  if (recording === undefined) return [];
  return finding('recording', 'Запись встречи не отправлена', stage === 'no_video' ? 'hinders' : 'check');
}

/** Returns the parts that are not checked because this device does not have them yet, in words. */
export function unreadWords({ members, tasks }: Pick<CheckedProtocol, 'members' | 'tasks'>): string | undefined {
  const unread = [members ? '' : 'участники', tasks ? '' : 'поручения'].filter(Boolean);
  return unread.length > 0 ? `Ещё не прочитаны: ${unread.join(' и ')}` : undefined;
}

function headFindings({ title, held_at, place }: Protocol): Finding[] {
  return [
    ...(title?.trim() ? [] : [check('title', 'Не указано название', { at: 'head', field: 'title' })]),
    ...(readDate(held_at) ? [] : [check('held_at', 'Не указана дата', { at: 'head', field: 'held_at' })]),
    ...(place?.trim() ? [] : [check('place', 'Не указано место', { at: 'head', field: 'place' })]),
  ];
}

const attending: readonly MemberKind[] = ['chairman', 'secretary', 'present'];

function peopleFindings({ protocol, members, isNobody }: CheckedProtocol): Finding[] {
  const { chairman_id, secretary_id } = protocol;
  const chair: Place = { at: 'head', field: 'chairman' };
  const found: Finding[] = [];
  const isNone = (kind: MemberKind) => members?.every((member) => member.kind !== kind) ?? false;
  if (chairman_id && isNobody(chairman_id)) found.push(check('chairman', 'Председательствующий не найден', chair));
  else if (!chairman_id && isNone('chairman')) found.push(check('chairman', 'Не указан председательствующий', chair));
  else found.push(...awayWords(protocol, members).map((words) => check('chairman', words, chair)));
  if (secretary_id === null && isNone('secretary'))
    found.push(check('secretary', 'Не указан секретарь', { at: 'members' }));
  if (members?.length === 0) found.push(check('members', 'Не указаны участники', { at: 'members' }));
  else if (members && !members.some(({ kind }) => attending.includes(kind ?? 'present')))
    found.push(check('members', 'Никто из участников не присутствовал', { at: 'members' }));
  return found;
}

/** Returns why the chairman (by id, or else by kind) did not preside in person: absent, or represented by a proxy. */
function awayWords({ chairman_id }: Protocol, members: readonly Member[] = []): string[] {
  const states = members
    .filter(({ member_id, kind }) => (chairman_id ? member_id === chairman_id : kind === 'chairman'))
    .map(stateOf);
  if (states.includes('absent')) return ['Председательствующий отмечен отсутствующим'];
  return states.includes('proxy') ? ['Председательствующий участвует по доверенности'] : [];
}

function check(kind: string, words: string, place: Place): Finding {
  return { kind, weight: 'check', words, place };
}

/** States of a queued mutation with their words; mutations of one kind are one finding. */
const fates: readonly (readonly [kind: string, states: readonly MutationState[], words: string])[] = [
  ['conflict', ['conflict'], 'конфликт не решён'],
  ['refused', ['failed'], 'сервер не принял'],
  ['undecided', ['unsure', 'unnamed'], 'нужно ваше решение'],
  ['unsent', ['waiting'], 'ещё не на сервере'],
];

/** Finds queued mutations: the signed-off version would lack them. */
function unsentFindings(writes: readonly OutboxRow[]): Finding[] {
  return fates.flatMap(([kind, states, words]) =>
    findingOf(
      writes.filter(({ state }) => states.includes(state)),
      {
        kind,
        weight: 'hinders',
        one: ({ title }) => `${shortened(title)}\u00A0— ${words}`,
        many: (count) => `${counted(count, 'изменение', 'изменения', 'изменений')}\u00A0— ${words}`,
        place: placeOf,
      },
    ),
  );
}

/** Returns the form where a mutation is resolved, or the queue where it is sent automatically. */
function placeOf(first: OutboxRow, all: readonly OutboxRow[]): Place {
  const href = needsPerson(first) ? mutationAddress(first) : undefined;
  return href === undefined ? { at: 'queue', writes: all.map(({ id }) => id) } : { at: 'write', href };
}

/** Finds gaps in the agenda: no questions, questions without decisions, unknown speakers. */
function agendaFindings(
  agenda: readonly AgendaItem[],
  tasks: readonly Task[] | undefined,
  isNobody: (userId: string) => boolean,
): Finding[] {
  if (agenda.length === 0)
    return [{ kind: 'agenda', weight: 'check', words: 'Повестка пуста', place: { at: 'new-item' } }];
  // A task of an item counts as its decision, because it is printed among them. A decision needs no task.
  const decidedByTask = new Set((tasks ?? []).map(({ agenda_id }) => agenda_id));
  const undecided = agenda.filter((item) => !hasDecision(item) && !decidedByTask.has(item.id));
  const unknown = agenda.filter(({ speaker_id, speaker_name }) => speaker_id && !speaker_name && isNobody(speaker_id));
  return [
    ...findingOf(undecided, {
      kind: 'decision',
      one: (item) => `${questionName(item)}: нет решения`,
      many: (count) => `У ${questions(count)} нет решения`,
      place: ({ id }) => ({ at: 'item', id, field: 'decisions' }),
    }),
    ...findingOf(unknown, {
      kind: 'speaker',
      one: (item) => `${questionName(item)}: докладчик не найден`,
      many: (count) => `У ${questions(count)} докладчик не найден`,
      place: ({ id }) => ({ at: 'item', id, field: 'speaker' }),
    }),
  ];
}

/** Finds votes taken without a quorum that nobody has explained yet. */
function voteFindings(agenda: readonly AgendaItem[]): Finding[] {
  const lacking = agenda.flatMap((item, index) =>
    pointsOf(item, index + 1)
      .filter(isUnanswered)
      .map((point) => ({ item: item.id, ...point })),
  );
  return findingOf(lacking, {
    kind: 'no-quorum',
    one: ({ place }) => `Голосование по решению ${place.slice(0, -1)} проведено без кворума`,
    many: (count) => `Без кворума проведено ${counted(count, 'голосование', 'голосования', 'голосований')}`,
    place: ({ item, id }) => ({ at: 'votes', id: item, decision: id }),
  });
}

/** Finds, after a roll call, more votes than voting members who were present at least for a part of the meeting. */
function ballotFindings({ protocol: { agenda, quorum }, members }: CheckedProtocol): Finding[] {
  // Without a roll call the list of members may be incomplete.
  if (!members?.some((member) => stateOf(member))) return [];
  const voters = members.filter((member) => isVoting(member, quorum) && stateOf(member) !== 'absent').length;
  const tooMany = (agenda ?? []).flatMap((item, index) =>
    pointsOf(item, index + 1)
      .map((point) => ({ item: item.id, cast: votesCast(point), ...point }))
      .filter(({ cast }) => cast > voters),
  );
  return findingOf(tooMany, {
    kind: 'ballots',
    one: ({ cast, place }) =>
      `По решению ${place.slice(0, -1)} голосов\u00A0— ${cast}, а участников с правом голоса\u00A0— ${voters}`,
    many: (count) =>
      `Голосов больше, чем присутствовавших: ${counted(count, 'голосование', 'голосования', 'голосований')}`,
    place: ({ item, id }) => ({ at: 'votes', id: item, decision: id }),
  });
}

function votesCast({ votes }: DecisionPoint): number {
  return voteChoices.reduce((sum, choice) => sum + (votes?.[choice] ?? 0), 0);
}

function isUnanswered({ votes }: DecisionPoint): boolean {
  return Boolean(votes?.no_quorum && !votes.no_quorum.answer && countWords(votes));
}

function hasDecision({ decision, decisions }: AgendaItem): boolean {
  return Boolean(decision?.trim()) || (decisions ?? []).some(({ text }) => text.trim() !== '');
}

function questionName({ title }: AgendaItem): string {
  return title?.trim() ? `Вопрос «${shortened(title.trim())}»` : 'Вопрос без названия';
}

/** Returns the genitive for use after «у»: «у 2 вопросов», «у 21 вопроса». */
function questions(count: number): string {
  return counted(count, 'вопроса', 'вопросов', 'вопросов');
}

/** Finds gaps in the tasks: no or unknown assignee, no deadline, a deadline before the meeting. */
function taskFindings(
  tasks: readonly Task[],
  heldAt: string | null | undefined,
  isNobody: (userId: string) => boolean,
): Finding[] {
  const valid = tasks.filter(({ status }) => status !== 'cancelled');
  // Missing values of a completed task do not matter any more.
  const open = valid.filter(({ status }) => status !== 'done');
  const meetingDay = dayOf(heldAt);
  const to = (field: 'assignee' | 'due') => ({
    place: ({ id }: Task) => ({ at: 'task', id, field }) as const,
  });
  const about = (kind: string, words: string) => ({
    kind,
    one: (task: Task) => `${taskName(task)}: ${words}`,
    many: (count: number) => `У ${counted(count, 'поручения', 'поручений', 'поручений')} ${words}`,
  });
  return [
    ...findingOf(
      valid.filter(({ assignee_id }) => !assignee_id),
      { ...about('assignee', 'нет ответственного'), ...to('assignee') },
    ),
    ...findingOf(
      valid.filter(({ assignee_id }) => assignee_id && isNobody(assignee_id)),
      { ...about('unknown-assignee', 'ответственный не найден'), ...to('assignee') },
    ),
    ...findingOf(
      open.filter(({ due_at }) => !dayOfDeadline(due_at)),
      { ...about('due', 'нет срока'), ...to('due') },
    ),
    ...findingOf(
      // A task from an earlier protocol may be overdue already.
      open.filter(
        ({ due_at, origin }) =>
          !origin && meetingDay !== '' && dayOfDeadline(due_at) !== '' && dayOfDeadline(due_at) < meetingDay,
      ),
      { ...about('early-due', 'срок раньше заседания'), ...to('due') },
    ),
  ];
}

/** Returns the day in the local time zone, in which days are compared; '' where there is none. */
function dayOf(value: string | null | undefined): string {
  const date = readDate(value);
  return date ? toDayValue(date) : '';
}

function taskName({ title }: Task): string {
  return title?.trim() ? `Поручение «${shortened(title.trim())}»` : 'Поручение без названия';
}
