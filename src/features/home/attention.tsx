import { Link } from 'react-router-dom';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { newProtocolAddress, protocolAddress } from '#contract/protocol-address.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Stage } from '#contract/stage.ts';
import { heldAddress, meetingDays, meetingTitle, protocolMark, useMeetings } from '#src/data/meeting/index.ts';
import { protocolTitle, useProtocolList } from '#src/data/protocol/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useWaitingReports } from '#src/data/report/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import {
  counted,
  formatDay,
  listedName,
  monthOf,
  paddedDays,
  plusDays,
  readDate,
  toDayValue,
} from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { DataList, type DataRow } from '#src/ui/index.ts';
import { useIsDaySettled } from './home-address.ts';
import styles from './home-screen.module.css';
import { HomeSection, RowSkeleton } from './home-section.tsx';

const nextSteps: Partial<Record<Stage, string>> = {
  error_video_process: 'Обработка остановилась: повторите её',
  video_uploaded: 'Видео получено: запустите обработку',
  success_video_process: 'Черновик готов: проверьте и завершите',
  finish: 'Завершён: сформируйте итоговый',
  no_video: 'Без видео: добавьте запись или завершите',
};
const order = Object.keys(nextSteps);
const shown = 5;
/** Minimum number of rows for meetings, however much else is waiting. */
const minMeetings = 2;

/**
 * What waits for the secretary, in this order: reports on tasks, protocols whose processing failed, past meetings
 * without a protocol, other unfinished protocols by urgency.
 */
export function Attention() {
  const query = useProtocolList();
  const reported = useReported();
  const meetings = useUnrecordedMeetings();
  const { heldMeetings } = useOffers();
  // Both are read at the same time: rows that come later would move those below.
  const isSettled = useIsDaySettled();
  return (
    <HomeSection title="Ждут вас">
      {isSettled ? (
        <QueryView query={query} skeleton={<RowSkeleton rows={shown} />}>
          {({ rows }) => {
            const waiting = rows.filter(isWaiting).sort(byUrgency);
            const room = shown - reported.length;
            const unrecorded = meetingRows(meetings, Math.max(minMeetings, room - waiting.length), heldMeetings);
            const listed = waiting.slice(0, Math.max(room - unrecorded.length, room - minMeetings));
            const stopped = listed.filter(({ stage }) => stage === 'error_video_process');
            const others = listed.slice(stopped.length).map(protocolRow);
            const all = [...reported, ...stopped.map(protocolRow), ...unrecorded, ...others];
            if (all.length === 0) return <p className={styles.nothing}>Все недавние протоколы в порядке.</p>;
            return <DataList label="Ждут вас" rows={all} />;
          }}
        </QueryView>
      ) : (
        <RowSkeleton rows={shown} />
      )}
    </HomeSection>
  );
}

function protocolRow(protocol: Protocol): DataRow {
  return {
    id: protocol.id,
    title: protocolTitle(protocol),
    to: protocolAddress(protocol.id),
    note: nextSteps[protocol.stage],
  };
}

/** The newest of them, and one row that leads to the rest. */
function meetingRows(meetings: Meeting[], most: number, areListed: boolean | undefined): DataRow[] {
  // A row that tells of one more is as high as that one.
  const rest = meetings.length === most + 1 ? [] : meetings.slice(most);
  return [
    ...meetings.slice(0, meetings.length - rest.length).map(meetingRow),
    ...rest.slice(0, 1).map((next) => ({
      id: 'meetings',
      title: `Ещё ${counted(rest.length, 'встреча', 'встречи', 'встреч')} без протокола`,
      to: areListed
        ? heldAddress({ list: 'unrecorded', ...unrecordedDays() })
        : `/main/meetings?view=list&date=${lastDay(next)}`,
    })),
  ];
}

function meetingRow(meeting: Meeting): DataRow {
  const day = lastDay(meeting);
  const title = meetingTitle(meeting);
  const id = encodeURIComponent(meeting.id);
  return {
    id: `meeting ${meeting.id}`,
    title,
    to: `/main/meetings?date=${day}&meeting=${id}`,
    note: `Встреча прошла ${formatDay(day)}, протокола нет`,
    aside: (
      <Link
        to={newProtocolAddress('meeting', meeting.id)}
        className={styles.press}
        aria-label={`Создать протокол: ${listedName(title)}`}
      >
        Создать
      </Link>
    ),
  };
}

/** Returns one row for all reports that wait for an answer; empty where there are none. */
function useReported(): DataRow[] {
  const { data } = useWaitingReports();
  const total = data?.meta.total ?? data?.rows.length ?? 0;
  if (total === 0) return [];
  const title = `Ждут подтверждения: ${total}`;
  return [
    { id: 'reports', title, to: '/main/protocols?tab=tasks&show=reports', note: 'Исполнители сообщили, что сделали' },
  ];
}

/** A protocol without a recording waits only after its meeting has begun. */
function isWaiting({ stage, held_at }: Protocol): boolean {
  if (stage === 'no_video') return (readDate(held_at)?.getTime() ?? 0) <= Date.now();
  return nextSteps[stage] !== undefined;
}

function byUrgency(a: Protocol, b: Protocol): number {
  return order.indexOf(a.stage) - order.indexOf(b.stage);
}

/** Age in days beyond which meetings without a protocol are not listed. */
const daysBack = 14;

/** The days, YYYY-MM-DD, whose meetings are told of. */
function unrecordedDays(now = new Date()): { since: string; until: string } {
  return { since: toDayValue(plusDays(now, -daysBack)), until: toDayValue(plusDays(now, -1)) };
}

/**
 * Returns the meetings of the last two weeks that passed without a protocol, the newest first. Today's meetings are
 * left out: they have their own place on the screen.
 */
function useUnrecordedMeetings(): Optimistic<Meeting>[] {
  const now = new Date();
  const { since, until } = unrecordedDays(now);
  const first = plusDays(now, -daysBack);
  // Whole months, because the current month is read for the calendar anyway.
  const past = useMeetings(...paddedDays(monthOf(first)));
  const present = useMeetings(...paddedDays(monthOf(now)));
  const read = new Map([...(past.query.data ?? []), ...(present.query.data ?? [])].map((each) => [each.id, each]));
  return [...read.values()]
    .filter((meeting) => {
      const day = lastDay(meeting);
      const isRecent = day >= since && day <= until;
      return isRecent && protocolMark(meeting, now.getTime())?.kind === 'missing';
    })
    .sort((one, other) => (other.start_at ?? '').localeCompare(one.start_at ?? ''));
}

/** Returns the last day of a meeting, YYYY-MM-DD; '' where it is not known. */
function lastDay(meeting: Meeting): string {
  return meetingDays(meeting).at(-1) ?? '';
}
