import { chunkBytes } from '#contract/recordings/upload.ts';
import type { Exchange } from '#tests/support/exchange.ts';
import { until } from '#tests/support/processes.ts';
import type { Moment } from './cell.ts';
import type { CellRun } from './cell-run.ts';

/** The chunk at which most faults occur: some have arrived, and most have not. */
const struck = 2;

/**
 * Uploads the recording up to a moment. Resolves with the exchange that stands there: it goes on when it is told to, or
 * is broken by the fault. In `g` the connection was cut and came back before, which counts as a fault; in `h` the person paused
 * the upload, which broke it off.
 */
export async function reach(run: CellRun, moment: Moment, file = run.recording.path): Promise<Exchange> {
  const { proxy, recording } = run;
  const isChunk = (exchange: Exchange) => exchange.call === 'chunk' && exchange.protocolId === run.protocolId;
  const middle = (index: number) => {
    const bytes = Math.min(chunkBytes, recording.size - index * chunkBytes);
    return proxy.reach('body', (it) => isChunk(it) && it.index === index && it.payload >= bytes / 2);
  };
  const place = {
    a: () => proxy.reach('request', isChunk),
    b: () => proxy.reach('body', isChunk),
    c: () => middle(struck),
    d: () => proxy.reach('sent', (it) => isChunk(it) && it.index === struck),
    e: () => proxy.reach('reply', (it) => isChunk(it) && it.index === struck),
    f: () => middle(recording.chunks - 1),
    g: () => middle(struck),
    h: () => middle(struck),
  }[moment]();
  // The device gets a copy only while the whole connection is held.
  if (moment === 'b') void proxy.holdAt(1);
  await run.pick(file);
  const there = await place;
  if (moment === 'b') void there.untilFree().then(() => proxy.release());
  if (moment === 'b') await until(async () => ((await run.kept()).chunks > 0 ? true : undefined), 'a staged chunk');
  if (moment === 'h') {
    await run.page.getByRole('button', { name: 'Пауза' }).click();
    await run.untilShown(/Пауза/);
    // Aborted requests are sent again when the person resumes.
    run.faults += 1;
  }
  if (moment !== 'g') return there;
  run.strike(() => proxy.cut());
  await run.untilShown(/Нет подключения/);
  const resync = proxy.reach('request', (it) => it.call === 'status' && it.protocolId === run.protocolId);
  run.giveBack();
  return resync;
}
