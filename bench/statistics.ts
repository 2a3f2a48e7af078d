import { sql } from 'drizzle-orm';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { plainPeriod, plainTotals } from '#tests/api/support/plain-statistics.ts';
import { percentile, Target } from './load.ts';
import { PostgresStand } from './postgres-stand.ts';
import { fillStatistics } from './statistics-rows.ts';
import { type Figure, median } from './table.ts';

const account = { email: 'manager@example.ru', password: 'protokol' };
const most = 300;
const rounds = 40;
const plainRounds = 3;

/**
 * Measures a manager's statistics over 10⁵ protocols and 10⁶ tasks, all of their own secretaries, on PostgreSQL; beside
 * the same figures by SQL that reads every row, in the same run.
 */
export function measureStatistics(): Promise<Figure[]> {
  return PostgresStand.use(async (stand) => {
    const url = await stand.createDatabase('statistics');
    const { manager, secretary } = await fillStatistics(url, account);
    const server = await stand.startServer(url, account);
    const now = new Date();
    const [first, last] = [`${now.getFullYear()}-01-01`, `${now.getFullYear()}-12-31`];
    const year = `start_date_at=${first}&end_date_at=${last}`;
    const timesOf = async (path: string) => {
      const target = new Target(`${server.url}${path}`, server.headers);
      await target.series(3);
      const times = await target.series(rounds);
      target.close();
      return percentile(times, 95);
    };
    const all = await timesOf('/stats/manager/all');
    const period = await timesOf(`/stats/manager/period?${year}`);
    const others = [
      await timesOf(`/stats/secretary/meetings?${year}`),
      await timesOf(`/stats/secretary/${secretary}/meetings?${year}`),
      await timesOf(`/stats/secretary/${secretary}/entities`),
      await timesOf(`/stats/secretary/${secretary}/tasks?date=${first}`),
    ];

    const database = await openDatabase({ url, folder: '' });
    stand.onClose(() => database.close());
    const span = { from: new Date(`${first}T00:00:00+03:00`), to: new Date(`${last}T24:00:00+03:00`) };
    const plainAll = await timed(() => plainTotals(database.db, manager, now));
    const plainYear = await timed(() => plainPeriod(database.db, manager, span, now));
    const plainOne = await timed(() =>
      database.db.execute(
        sql`select status, count(*) from tasks where owner_id = ${secretary} and created_at < ${first}::date group by 1`,
      ),
    );
    return [
      figure('GET /stats/manager/all', all, `прямым SQL ${plainAll.toFixed(0)} мс`),
      figure('GET /stats/manager/period, год', period, `прямым SQL ${plainYear.toFixed(0)} мс`),
      figure(
        'остальные показатели, худший вызов',
        Math.max(...others),
        `поручения одного прямым SQL ${plainOne.toFixed(0)} мс`,
      ),
    ];
  });
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < plainRounds; round += 1) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  return median(times);
}

function figure(what: string, measured: number, reference: string): Figure {
  return {
    what: `${what}: 10⁵ протоколов, 10⁶ поручений, p95`,
    measured: `${measured.toFixed(0)} мс`,
    reference,
    target: `≤ ${most} мс`,
    holds: measured <= most,
  };
}
