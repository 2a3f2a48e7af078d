import { expect } from '@playwright/test';
import { until } from '#tests/support/processes.ts';
import type { CellRun } from '../cell-run.ts';

/** Presses «Пауза» and waits until the page says so. */
export async function pause(run: CellRun): Promise<void> {
  await run.upload.getByRole('button', { name: 'Пауза' }).click();
  await run.untilShown(/Пауза ·/);
}

/** The upload is still paused, nothing was sent since the fault, and it goes on when the person says so. */
export async function endPause(run: CellRun): Promise<void> {
  await run.untilShown(/Пауза ·/);
  const sent = run.proxy.exchanges.filter(
    ({ call, protocolId, startedAt }) => call === 'chunk' && protocolId === run.protocolId && startedAt > run.struckAt,
  );
  expect(sent, 'chunks that were sent in spite of the pause').toHaveLength(0);
  await run.upload.getByRole('button', { name: 'Продолжить' }).click();
}

/** Closes the page as a person does. */
export async function closeTab(run: CellRun): Promise<void> {
  await run.page.close();
}

/** Kills the page's renderer. */
export async function crashPage({ page }: CellRun): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // A page that is dead does not answer.
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

/** Opens the protocol's screen in a new tab. */
export async function openTab(run: CellRun): Promise<void> {
  run.page = await run.page.context().newPage();
  await run.page.goto(run.address);
}

/**
 * Waits until the upload is through. Where its bytes are lost to the browser it has to ask for the file, and goes on
 * with it; the figure says which.
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

/** Resolves true when the page asks for the file again, false when the recording has arrived without it. */
function needsFile(run: CellRun): Promise<boolean> {
  return until(async () => {
    if (await run.upload.getByLabel('Выбрать файл снова').isVisible()) return true;
    return /^(video_process|success_video_process)$/.test(await run.stage()) ? false : undefined;
  }, 'the end of the upload, or the question for the file');
}
