import { uuidv7 } from 'uuidv7';
import type { Db } from '#server/platform/db/index.ts';
import { meetingSeries } from '#server/schema/meetings.ts';
import type { PersonKey } from './demo-people.ts';
import type { DemoMeeting } from './demo-rows.ts';

type OfSeries = { seriesId?: string; occurrence?: string };

const dayOf = ({ startAt }: DemoMeeting) => startAt.slice(0, 10);
const isWeekly = ({ owner, topic }: DemoMeeting) => owner === 'petrova' && topic === 'weekly';

/**
 * Makes a series of the first secretary's weekly meetings, which ends with the last of them.
 * @returns a function that gives a meeting its series columns
 */
export async function insertWeekly(
  db: Db,
  rows: readonly DemoMeeting[],
  ids: Record<PersonKey, string>,
): Promise<(row: DemoMeeting) => OfSeries> {
  const weekly = rows.filter(isWeekly).toSorted((one, other) => (one.startAt < other.startAt ? -1 : 1));
  const [first, last] = [weekly[0], weekly.at(-1)];
  if (!first || !last) return () => ({});
  const id = uuidv7();
  const { title, description, place, link, participants, startAt, endAt, time } = first;
  await db.insert(meetingSeries).values({
    ...{ id, ownerId: ids.petrova, title, description, place, link },
    ...{ participantIds: participants.map((key) => ids[key]), first: dayOf(first), madeTo: dayOf(last), time },
    ...{ rule: `FREQ=WEEKLY;BYDAY=MO;UNTIL=${dayOf(last).replaceAll('-', '')}`, holidays: 'next' },
    ...{ zone: 'Europe/Moscow', minutes: (Date.parse(endAt) - Date.parse(startAt)) / 60_000 },
  });
  return (row) => (isWeekly(row) ? { seriesId: id, occurrence: dayOf(row) } : {});
}
