import { expect } from '@playwright/test';
import type { Exchange, FalseReply } from '#tests/support/exchange.ts';
import { until } from '#tests/support/processes.ts';
import { type Cell, type Moment, row } from '../cell.ts';
import type { CellRun } from '../cell-run.ts';
import { reach } from '../moments.ts';
import { timersDividedBy } from '../timing.ts';

/** The server dies, or refuses for a while; nobody intervenes. */
export const serverCells: Cell[] = [
  ...row('server SIGKILL and restart', 'cdefg', kill, { browser: 'visited', short: 'e' }),
  ...row('503', 'cdefg', unavailable, { browser: 'visited' }),
  ...row('429 with Retry-After', 'cdefg', tooMany, { browser: 'visited', short: 'd', realTime: 'c' }),
];

async function kill(run: CellRun, moment: Moment): Promise<void> {
  const held = await reach(run, moment);
  run.strike(() => undefined);
  await run.server.kill();
  held.reset();
  await run.untilShown(/Нет подключения/);
  await run.server.start();
  run.giveBack();
  await run.untilDone();
}

/** A gateway's page, as nginx sends it while its server is down. */
const gatewayPage: FalseReply = {
  status: 503,
  headers: { 'Content-Type': 'text/html' },
  body: '<html><head><title>503 Service Temporarily Unavailable</title></head><body></body></html>',
};

async function unavailable(run: CellRun, moment: Moment): Promise<void> {
  const held = await reach(run, moment);
  run.strike(() => run.proxy.answerFalsely(({ path }) => (path.startsWith('/api/') ? gatewayPage : undefined)));
  held.proceed();
  await untilTold(run, 503, 2);
  run.giveBack();
  await run.untilDone();
}

const retryAfterSeconds = 10;
/** A call within this time after an answer had already left the browser. */
const underWayMs = 50;

async function tooMany(run: CellRun, moment: Moment): Promise<void> {
  const held = await reach(run, moment);
  const refusal: FalseReply = {
    status: 429,
    headers: { 'Retry-After': String(retryAfterSeconds) },
    body: JSON.stringify({ success: false, message: 'Слишком много запросов', code: 'too_many_requests' }),
  };
  run.strike(() => run.proxy.answerFalsely((exchange) => (isOfUpload(exchange) ? refusal : undefined)));
  held.proceed();
  await untilTold(run, 429, 2);
  run.giveBack();
  await run.untilDone();
  const waits = waitsAfter(run, 429);
  run.figures['shortest wait'] = `${Math.min(...waits)} ms`;
  // A browser's timer may fire a millisecond early.
  const least = (retryAfterSeconds * 1_000) / timersDividedBy - 2;
  expect(Math.min(...waits), 'milliseconds before the next call').toBeGreaterThanOrEqual(least);
}

const isOfUpload = ({ call }: Exchange) => call === 'chunk' || call === 'status';

/** Waits until this many calls of the upload, one after the other, got this answer, without any action of a person. */
async function untilTold(run: CellRun, status: number, times: number): Promise<void> {
  const told = () => run.proxy.exchanges.filter((it) => isOfUpload(it) && it.told === status && it.isOver);
  await until(() => {
    const ends = told().map(({ toldAt = 0 }) => toldAt);
    const again = told().filter(({ startedAt }) => startedAt > Math.min(...ends));
    return again.length >= times - 1 ? true : undefined;
  }, `${times} answers ${status}`);
}

/**
 * Returns the milliseconds from each such answer to the upload's next call; of parallel calls the first answer counts.
 */
function waitsAfter({ proxy }: CellRun, status: number): number[] {
  const calls = proxy.exchanges.filter(isOfUpload);
  const told = calls.filter((it) => it.told === status).sort((one, other) => (one.toldAt ?? 0) - (other.toldAt ?? 0));
  let first = 0;
  return told.flatMap(({ startedAt, toldAt = 0 }) => {
    if (startedAt < first + underWayMs) return [];
    first = toldAt;
    // A call that the page aborted at the answer had left before.
    const next = calls.find((it) => it.startedAt > toldAt + underWayMs && it.told !== 'gone');
    return next ? [next.startedAt - toldAt] : [];
  });
}
