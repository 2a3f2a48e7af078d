import { uuidv7 } from 'uuidv7';
import type { MemberKind } from '#contract/bodies/member.ts';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import type { Stage } from '#contract/stage.ts';
import type { StoredPoint } from '#server/platform/db/index.ts';
import { at, type Day, dated, later, workday } from './demo-calendar.ts';
import { type PersonKey, people } from './demo-people.ts';
import { type PlannedMeeting, type PlannedProtocol, topicOf } from './demo-plan.ts';
import { type DemoRecording, evidenceOf } from './demo-recording.ts';
import type { DemoItem, DemoTopic } from './demo-topic.ts';

export type DemoMeeting = PlannedMeeting & {
  id: string;
  title: string;
  description: string;
  place: string;
  link: string | null;
  startAt: string;
  endAt: string;
  participants: PersonKey[];
};
export type DemoMember = { person: PersonKey; kind: MemberKind };
export type DemoTask = {
  id: string;
  /** The task of an earlier protocol that it carries on. */
  originTaskId: string | null;
  agendaId: string;
  /** The decision with the same words. */
  decisionId: string | null;
  title: string;
  assignee: PersonKey;
  dueAt: string;
  status: 'new' | 'in_progress' | 'done' | 'cancelled';
  evidence: AgendaItem['evidence'];
};
export type DemoProtocol = PlannedProtocol & {
  id: string;
  number: string;
  title: string;
  kind: string | null;
  meeting: DemoMeeting;
  chairman: PersonKey;
  agenda: AgendaItem[];
  members: DemoMember[];
  tasks: DemoTask[];
  /** Present if the recording has been processed. */
  summary: DemoSummary | null;
  /** When it was signed off, for a final one. */
  approvedAt: string | null;
};

type Ids = Record<PersonKey, string>;

/** A planned meeting with everything that its calendar entry shows. */
export function meetingOf(plan: PlannedMeeting): DemoMeeting {
  const topic = topicOf(plan.topic);
  const startAt = at(plan.day, plan.time);
  const isRemote = topic.place === 'По видеосвязи';
  return {
    ...plan,
    id: uuidv7(),
    title: dated(topic.title, startAt),
    description: itemsOf(topic, plan.turn)
      .map((item, index) => `${index + 1}. ${dated(item.title, startAt)}`)
      .join('\n'),
    place: topic.place,
    link: isRemote ? 'https://meet.example.ru/meridian' : null,
    startAt,
    endAt: later(startAt, topic.minutes),
    participants: [topic.chairman, ...topic.present, ...(topic.invited ?? [])],
  };
}

/** Planned protocols, numbered within their year by the date of the meeting. `ids` are those of the users. */
export function protocolsOf(plans: PlannedProtocol[], ids: Ids, recording: DemoRecording, today: Day): DemoProtocol[] {
  const last = new Map<string, number>();
  const tasksBefore = new Map<string, DemoTask[]>();
  return plans.map((plan) => {
    const topic = topicOf(plan.topic);
    const meeting = meetingOf(plan);
    const year = meeting.startAt.slice(0, 4);
    const number = (last.get(year) ?? numbersBefore(plan.day)) + 1;
    last.set(year, number);
    const spoken = plan.recording === 'whole' && topic.isRecorded ? recording : undefined;
    const items = itemsOf(topic, plan.turn).map((item) => ({ item, row: agendaItem(item, meeting, ids, spoken) }));
    const tasks = items.flatMap(({ item, row }, index) => tasksOf(item, row, plan, today, number + index, spoken));
    const of = `${plan.owner} ${plan.topic}`;
    const carried = topic.carriesOn ? carriedTask(tasksBefore.get(of), items[0]?.row, plan) : [];
    tasksBefore.set(of, tasks);
    return {
      ...plan,
      id: uuidv7(),
      number: String(number),
      title: meeting.title,
      kind: topic.kind ?? null,
      meeting,
      chairman: topic.chairman,
      agenda: items.map(({ row }) => row),
      members: membersOf(topic, plan.owner),
      tasks: [...tasks, ...carried],
      summary: spoken && isProcessed(plan.stage) ? summaryOf(spoken) : null,
      approvedAt: plan.stage === 'final' ? at(workday(plan.day, 2), '12:30') : null,
    };
  });
}

/** Whether a recording has been processed before this stage. */
export function isProcessed(stage: Stage): boolean {
  return stage === 'success_video_process' || stage === 'finish';
}

/** Assumes that about two protocols a week were written earlier in the year. */
function numbersBefore(day: Day): number {
  return Math.floor((day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 1)) / (7 * 24 * 60 * 60 * 1000)) * 2;
}

function membersOf(topic: DemoTopic, owner: PersonKey): DemoMember[] {
  const all = (list: PersonKey[] | undefined, kind: MemberKind) => (list ?? []).map((person) => ({ person, kind }));
  return [
    { person: topic.chairman, kind: 'chairman' },
    { person: owner, kind: 'secretary' },
    ...all(topic.present, 'present'),
    ...all(topic.invited, 'invited'),
    ...all(topic.absent, 'absent'),
  ];
}

function agendaItem(item: DemoItem, meeting: DemoMeeting, ids: Ids, spoken?: DemoRecording): AgendaItem {
  const text = (value: string) => dated(value, meeting.startAt);
  const decisions = item.decisions.map((decision) => {
    const evidence = spoken && evidenceOf(spoken, `Решили: ${decision.slice(0, 12).toLowerCase()}`);
    return { id: uuidv7(), text: text(decision), ...(evidence && { evidence }) };
  });
  return {
    id: uuidv7(),
    title: text(item.title),
    speaker_id: ids[item.by],
    speaker_name: people[item.by].name,
    listened: text(item.listened),
    ...(item.discussion !== undefined && { discussion: item.discussion }),
    decisions,
    ...(item.votes && { votes: { for: item.votes[0], against: item.votes[1], abstained: item.votes[2] } }),
  };
}

/** Tasks that are due are mostly done, some are overdue; of those not yet due, some are in progress. */
function tasksOf(
  item: DemoItem,
  row: AgendaItem,
  plan: PlannedProtocol,
  today: Day,
  seed: number,
  spoken?: DemoRecording,
): DemoTask[] {
  return (item.tasks ?? []).map((task, index) => {
    const due = workday(plan.day, task.days);
    const title = dated(task.title, at(plan.day, plan.time));
    const turn = seed + index;
    const isDue = due.getTime() < today.getTime();
    const whenDue = turn % 4 === 0 ? 'in_progress' : turn % 11 === 5 ? 'cancelled' : turn % 7 === 3 ? 'new' : 'done';
    const whenNot = turn % 5 === 0 ? 'done' : turn % 2 === 0 ? 'in_progress' : 'new';
    return {
      id: uuidv7(),
      originTaskId: null,
      agendaId: row.id,
      decisionId: row.decisions?.find(({ text }) => text === title)?.id ?? null,
      title,
      assignee: task.who,
      dueAt: at(due, '18:00'),
      status: isDue ? (task.isLate ? 'in_progress' : whenDue) : whenNot,
      evidence: spoken && task.quote ? evidenceOf(spoken, task.quote) : null,
    };
  });
}

/** Carries on a task that the meeting before had given: it was still open when this one was held. */
function carriedTask(before: DemoTask[] | undefined, row: AgendaItem | undefined, plan: PlannedProtocol): DemoTask[] {
  const isOpen = ({ status, dueAt }: DemoTask) =>
    (status === 'new' || status === 'in_progress') && dueAt < at(plan.day, plan.time);
  const task = before?.find(isOpen);
  if (!task || !row) return [];
  const again = { id: uuidv7(), originTaskId: task.id, agendaId: row.id, decisionId: null, evidence: null };
  return [{ ...task, ...again, dueAt: at(workday(plan.day, 5), '18:00') }];
}

/** The agenda of the nth meeting of a topic. */
function itemsOf(topic: DemoTopic, turn: number): DemoItem[] {
  return topic.agenda.flatMap((item) => ('title' in item ? item : (item[turn % item.length] ?? [])));
}

type DemoSummary = { text: string; points: StoredPoint[] };

/** Words by which the recording's weightier sentences are found. */
const weighty = [
  'Расходы растут',
  'сократить командировки',
  'Решили: утвердить смету',
  'отчёт по аренде',
  'рассрочку без удорожания',
  'Решили: согласовать договор',
];

/** Returns an extractive summary, as the server makes it without a language model: sentences with their moments. */
function summaryOf(recording: DemoRecording): DemoSummary {
  const points = weighty.flatMap((words): StoredPoint[] => {
    const evidence = evidenceOf(recording, words);
    return evidence?.quote ? [{ text: evidence.quote, evidence }] : [];
  });
  return { text: points.map((point) => point.text).join(' '), points };
}
