import { expect, type Page } from '@playwright/test';

/**
 * Records the calls of a page from now on. The returned function waits until each of them is answered, no placeholder
 * is shown, the fonts have loaded and everything is painted.
 */
export function watchSettling(page: Page): () => Promise<void> {
  const open = new Set<unknown>();
  page.on('request', (request) => {
    // The event stream stays open for good, and nobody reads the answer to a probe of the connection.
    if (!/\/api\/(events|health)/.test(request.url()) && request.resourceType() !== 'media') open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('framenavigated', () => open.clear());
  return async () => {
    const skeletons = page.locator('main [class*="skeleton"][aria-hidden]');
    await expect
      .poll(async () => open.size === 0 && (await skeletons.count()) === 0 && (await painted(page)) && open.size === 0)
      .toBe(true);
  };
}

function painted(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return true;
  });
}
