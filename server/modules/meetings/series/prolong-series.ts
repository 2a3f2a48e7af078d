import { expandSeries, yearAfter } from '#contract/meetings/series/expand-series.ts';
import { daysAfter } from '#contract/text/plain-day.ts';
import type { Db } from '#server/platform/db/index.ts';
import { makeMeetings, withKnownPeople } from './make-meetings-repository.ts';
import { lockSeries, planOfRow, seriesToProlong, updateSeries } from './repository.ts';

/** Days by which meetings are created early, so that a series is not prolonged every day. */
const slackDays = 30;

/**
 * Creates the meetings of the coming year for endless series; run by a daily job.
 * @param onFailure called for a series that cannot be prolonged; the others continue
 */
export async function prolongSeries(db: Db, now: Date, onFailure: (error: unknown, id: string) => void): Promise<void> {
  const upTo = yearAfter(now.toISOString().slice(0, 10));
  for (const { id, ownerId } of await seriesToProlong(db, daysAfter(upTo, -slackDays))) {
    await prolongOne(db, { id, ownerId, upTo, now }).catch((error: unknown) => onFailure(error, id));
  }
}

type Prolonged = { id: string; ownerId: string; upTo: string; now: Date };

async function prolongOne(db: Db, { id, ownerId, upTo, now }: Prolonged): Promise<void> {
  await db.transaction(async (tx) => {
    const series = await lockSeries(tx, { ownerId, id });
    // Another server may have prolonged it meanwhile.
    if (series.madeTo >= upTo) return;
    const today = now.toISOString().slice(0, 10);
    const { days } = expandSeries(planOfRow(series), { since: daysAfter(later(series.madeTo, today), 1), upTo });
    const excluded = new Set(series.excluded);
    const planned = days.filter(({ occurrence }) => !excluded.has(occurrence));
    await makeMeetings(tx, await withKnownPeople(tx, series), { prefix: id, planned, now });
    await updateSeries(tx, id, { madeTo: upTo }, now);
  });
}

const later = (one: string, other: string) => (one > other ? one : other);
