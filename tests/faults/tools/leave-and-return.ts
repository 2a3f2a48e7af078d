import { expect } from '@playwright/test';
import { until } from '#tests/support/processes.ts';
import type { CellRun } from '../cell-run.ts';

/** Kills the page's renderer. */
export async function crashPage({ page, context }: CellRun): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // A dead page does not answer.
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

/** Checks that the upload is still paused and that nothing was sent since the fault; then resumes it. */
export async function endPause(run: CellRun): Promise<void> {
  await run.untilShown(/Пауза ·/);
  const sent = run.proxy.exchanges.filter(
    ({ call, protocolId, startedAt }) => call === 'chunk' && protocolId === run.protocolId && startedAt > run.struckAt,
  );
  expect(sent, 'chunks that were sent in spite of the pause').toHaveLength(0);
  await run.upload.getByRole('button', { name: 'Продолжить' }).click();
}

/**
 * Waits until the upload is done. Where the browser lost its bytes the page must ask for the file, which is then
 * chosen; a figure says which happened.
 */
export async function finish(run: CellRun, path: string = run.recording.path): Promise<void> {
  const asked = await needsFile(run);
  run.figures['asked for the file'] = asked ? 'yes' : 'no';
  if (asked) {
    await run.untilShown(/Осталось отправить .+ из/);
    await run.upload.getByLabel('Выбрать файл снова').setInputFiles(path);
  }
  await run.untilDone();
}

/** Resolves true when the page asks for the file, false when everything has arrived without it. */
export function needsFile(run: CellRun): Promise<boolean> {
  return until(async () => {
    if (await run.upload.getByLabel('Выбрать файл снова').isVisible()) return true;
    return /^(video_process|success_video_process)$/.test(await run.stage()) ? false : undefined;
  }, 'the end of the upload, or the question for the file');
}
