import type { Stage } from '#contract/stage.ts';
import { type Day, monday, workday } from './demo-calendar.ts';
import type { PersonKey } from './demo-people.ts';
import type { DemoTopic } from './demo-topic.ts';
import { officeTopics } from './demo-topics-office.ts';
import { worksTopics } from './demo-topics-works.ts';

export const topics = { ...officeTopics, ...worksTopics };
export type TopicKey = keyof typeof topics;

/** `recording`: the demo's video, or the same cut off in the middle. */
export type PlannedProtocol = {
  owner: PersonKey;
  topic: TopicKey;
  day: Day;
  time: string;
  stage: Stage;
  recording?: 'whole' | 'broken';
  turn: number;
};
/** `turn`: how many meetings of this topic were before it. */
export type PlannedMeeting = { owner: PersonKey; topic: TopicKey; day: Day; time: string; turn: number };

type Row = [day: number, time: string, topic: TopicKey, stage: Stage, recording?: 'whole' | 'broken'];

/** Rows begin with the number of working days before today; newest first. */
const petrova: Row[] = [
  [-1, '11:00', 'budget', 'success_video_process', 'whole'],
  [-2, '14:00', 'procurement', 'video_process', 'whole'],
  [-3, '11:00', 'staff', 'video_uploaded', 'whole'],
  [-4, '15:00', 'safety', 'error_video_process', 'broken'],
  [-5, '11:30', 'it', 'no_video'],
  [-6, '14:00', 'contracts', 'finish'],
  [-8, '16:00', 'sales', 'finish'],
  [-11, '14:00', 'procurement', 'final'],
  [-12, '12:00', 'stock', 'finish'],
  [-14, '15:30', 'repair', 'final'],
  [-16, '14:00', 'contracts', 'final'],
  [-18, '11:00', 'staff', 'final'],
  [-21, '12:00', 'it', 'final'],
  [-23, '15:00', 'safety', 'final'],
  [-26, '16:00', 'sales', 'final'],
  [-28, '12:00', 'repair', 'final'],
  [-31, '14:00', 'procurement', 'final'],
  [-33, '14:00', 'contracts', 'final'],
  [-36, '12:00', 'stock', 'final'],
  [-38, '16:00', 'sales', 'final'],
];

const others: Partial<Record<PersonKey, Row[]>> = {
  vasilyeva: [
    [-2, '10:30', 'contracts', 'finish'],
    [-7, '16:30', 'sales', 'final'],
    [-10, '11:30', 'staff', 'no_video'],
    [-13, '10:30', 'contracts', 'final'],
    [-19, '11:30', 'staff', 'final'],
    [-24, '16:30', 'budgetDraft', 'finish', 'whole'],
  ],
  tikhonov: [
    [-1, '15:00', 'repair', 'no_video'],
    [-6, '12:30', 'it', 'finish'],
    [-11, '15:30', 'repair', 'final'],
    [-17, '13:30', 'safety', 'error_video_process', 'broken'],
    [-22, '15:30', 'repair', 'final'],
  ],
  guseva: [
    [-3, '12:30', 'stock', 'no_video'],
    [-15, '14:30', 'procurement', 'final'],
  ],
};

/** Every protocol of the demo, the oldest first. */
export function plannedProtocols(today: Day): PlannedProtocol[] {
  const rows = Object.entries({ petrova, ...others }).flatMap(([owner, list]) =>
    list.map(([days, time, topic, stage, recording]) => ({
      ...{ owner: owner as PersonKey, topic, day: workday(today, days), time, stage },
      ...(recording && { recording }),
    })),
  );
  const weekly = mondays(today, [-1, -2, -3, -4, -5, -6, -7, -8]).map((day, index) => ({
    ...{ owner: 'petrova' as const, topic: 'weekly' as const, day, time: '10:00' },
    stage: (['no_video', 'finish'] as const)[index] ?? ('final' as const),
  }));
  return inTurn([...rows, ...weekly]);
}

/** Sorts meetings by their time and counts those of each topic. */
function inTurn<T extends Omit<PlannedMeeting, 'turn'>>(meetings: T[], before = new Map<TopicKey, number>()) {
  const sorted = meetings.toSorted((a, b) => a.day.getTime() - b.day.getTime() || (a.time < b.time ? -1 : 1));
  return sorted.map((meeting) => {
    const turn = before.get(meeting.topic) ?? 0;
    before.set(meeting.topic, turn + 1);
    return { ...meeting, turn };
  });
}

/** Meetings that are still to come, today's included. */
export function plannedMeetings(today: Day): PlannedMeeting[] {
  const rows: [PersonKey, number, string, TopicKey][] = [
    ['petrova', 0, '11:00', 'sales'],
    ['petrova', 0, '16:00', 'contracts'],
    ['petrova', 1, '14:00', 'procurement'],
    ['petrova', 2, '11:00', 'it'],
    ['petrova', 4, '15:00', 'safety'],
    ['petrova', 6, '12:00', 'stock'],
    ['petrova', 8, '11:00', 'staff'],
    ['petrova', 9, '15:30', 'repair'],
    ['petrova', 12, '14:00', 'contracts'],
    ['petrova', 14, '16:00', 'sales'],
    ['petrova', 17, '11:30', 'staff'],
    ['petrova', 20, '15:00', 'safety'],
    ['petrova', 23, '12:00', 'it'],
    ['petrova', 27, '14:00', 'procurement'],
    ['vasilyeva', 1, '10:30', 'contracts'],
    ['vasilyeva', 5, '11:30', 'staff'],
    ['vasilyeva', 11, '16:30', 'sales'],
    ['vasilyeva', 19, '10:30', 'contracts'],
    ['tikhonov', 2, '15:30', 'repair'],
    ['tikhonov', 9, '12:30', 'it'],
    ['tikhonov', 16, '15:30', 'repair'],
    ['guseva', 3, '14:30', 'procurement'],
    ['guseva', 13, '12:30', 'stock'],
  ];
  const weekly = mondays(today, [1, 2, 3, 4, 5, 6]).map((day) => ({
    ...{ owner: 'petrova' as const, topic: 'weekly' as const, day, time: '10:00' },
  }));
  const coming = rows.map(([owner, days, time, topic]) => ({ owner, topic, day: workday(today, days), time }));
  const past = new Map(plannedProtocols(today).map(({ topic, turn }) => [topic, turn + 1]));
  return inTurn([...coming, ...weekly], past);
}

/** During the New Year holidays two weeks may fall on the same day, which is then taken once. */
function mondays(today: Day, weeks: number[]): Day[] {
  const days = weeks.map((week) => monday(today, week));
  return days.filter((day, index) => day.getTime() !== days[index - 1]?.getTime());
}

export const topicOf = (key: TopicKey): DemoTopic => topics[key];

export const keywords: Partial<Record<PersonKey, string[]>> = {
  petrova: [
    'поручить',
    'срок',
    'бюджет',
    'договор',
    'утвердить',
    'согласовать',
    'ответственный',
    'риск',
    'закупка',
    'аренда',
  ],
  vasilyeva: ['претензия', 'срок', 'договор', 'голосование'],
  tikhonov: ['ремонт', 'поставка', 'остановка линии'],
  guseva: ['инвентаризация', 'расхождение'],
};
