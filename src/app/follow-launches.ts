import { howOpened } from '#src/ui/index.ts';

/** Chromium only: https://developer.mozilla.org/docs/Web/API/LaunchQueue */
interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string | null }) => void): void;
}

interface Page {
  launchQueue?: LaunchQueue;
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  location: { origin: string; href: string };
}

const key = 'launched';
/** Addresses of the app's icon, which only brings the open window to the front. */
const starts = ['/', '/main'];

/**
 * Opens the address of a shortcut of the installed app in the existing window (`focus-existing` in the manifest). It
 * uses the router, so that typed input is not lost without a question and no upload is interrupted.
 */
export function followLaunches(open: (address: string) => void, isReload: boolean, page: Page = window): void {
  // After a reload the page gets its previous launch again, which would lead away from the current screen.
  let repeated = isReload ? page.sessionStorage.getItem(key) : null;
  page.launchQueue?.setConsumer(({ targetURL }) => {
    if (!targetURL) return;
    const isRepeated = targetURL === repeated;
    repeated = null;
    page.sessionStorage.setItem(key, targetURL);
    const target = new URL(targetURL);
    if (isRepeated || target.origin !== page.location.origin || starts.includes(target.pathname)) return;
    if (target.href !== page.location.href) open(target.pathname + target.search + target.hash);
  });
}

/** Whether this page was reloaded. */
export function wasReloaded(): boolean {
  return howOpened() === 'reload';
}
