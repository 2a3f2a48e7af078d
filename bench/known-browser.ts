import { createProtocol, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import type { BrowserProcess } from '#tests/support/browser-process.ts';
import { untilKept } from '#tests/support/kept-query.ts';

/** Rows of the first page of protocols. */
export const rows = 15;
/** Matches once the list has its data. */
export const rowSelector = 'table tbody tr a[href^="/main/protocols/"]';

/** Repeats what the person did on an earlier day: signed in, read the list, closed the browser. */
export async function makeKnown(browser: BrowserProcess, url: string): Promise<void> {
  const token = await signIn(url);
  for (let number = 1; number <= rows; number += 1) await createProtocol(url, token, `Совещание № ${number}`);
  const page = await signInAsSecretary(await browser.start(), url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // A second visit, so that the service worker serves the page, as on any later day.
  await page.goto(`${url}/main/protocols`);
  await page
    .getByRole('table')
    .getByRole('link', { name: `Совещание № ${rows}` })
    .waitFor();
  await untilKept(page, 'protocols', `Совещание № ${rows}`);
  await page.close();
  await browser.close();
}
