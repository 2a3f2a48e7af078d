import { expect } from '@playwright/test';
import type { FalseReply } from '#tests/support/exchange.ts';
import { until } from '#tests/support/processes.ts';
import { type Cell, type Moment, row } from '../cell.ts';
import type { CellRun } from '../cell-run.ts';
import { reach } from '../moments.ts';
import { readWire } from '../wire.ts';

/** Something in the network answers for the server, drops its answer, or damages what is sent to it. */
export const integrityCells: Cell[] = [
  ...row('captive portal 200 HTML', 'cdg', portal, { browser: 'visited', short: 'd' }),
  ...row('reply dropped after commit', 'def', replyDropped, { browser: 'visited', short: 'f' }),
  ...row('byte flipped in the proxy', 'cf', flip, { browser: 'visited', short: 'c' }),
];

const portalPage: FalseReply = {
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Wi-Fi</title><p>Войдите в сеть гостиницы',
};

async function portal(run: CellRun, moment: Moment): Promise<void> {
  const held = await reach(run, moment);
  run.strike(() => run.proxy.answerFalsely(() => portalPage));
  held.proceed();
  await run.untilShown(/Нет подключения/);
  run.giveBack();
  await run.untilDone();
}

/**
 * In d the answer never comes, in e the connection breaks instead; in f those of the last chunk and of processing
 * break.
 */
async function replyDropped(run: CellRun, moment: Moment): Promise<void> {
  const { proxy, protocolId } = run;
  if (moment !== 'f') {
    const held = await reach(run, 'e');
    run.strike(() => moment === 'e' && held.reset());
    return run.untilDone();
  }
  const last = proxy.reach('reply', (it) => it.call === 'chunk' && (it.reply?.text ?? '').includes('"complete":true'));
  const processing = proxy.reach('reply', (it) => it.call === 'process' && it.protocolId === protocolId);
  await run.pick();
  const held = await last;
  run.strike(() => held.reset());
  const started = await processing;
  run.strike(() => started.reset());
  await run.untilDone();
}

async function flip(run: CellRun, moment: Moment): Promise<void> {
  const held = await reach(run, moment);
  const { index = -1 } = held;
  run.strike(() => held.flipByte());
  held.proceed();
  await until(() => held.reply, 'the server’s answer');
  expect(held.reply).toMatchObject({ status: 422 });
  await run.untilDone();
  const { begun } = readWire(run.proxy.exchanges, run.protocolId);
  const again = [...begun].filter(([, times]) => times > 1);
  expect(again, 'chunks that were sent more than once').toEqual([[index, 2]]);
}
