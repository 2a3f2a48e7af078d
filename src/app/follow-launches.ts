import { howOpened } from '#src/ui/index.ts';

/** Chromium's own: https://developer.mozilla.org/docs/Web/API/LaunchQueue */
interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string | null }) => void): void;
}

interface Page {
  launchQueue?: LaunchQueue;
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  location: { origin: string; href: string };
}

const key = 'launched';
/** The icon itself asks for no place: it brings back what is open. */
const starts = ['/', '/main'];

/**
 * Opens what a shortcut of the installed app asks for in the window that is open already (`focus-existing` in the
 * manifest): by the router, so that nothing typed is left without a question and no upload is interrupted.
 */
export function followLaunches(open: (address: string) => void, isReload: boolean, page: Page = window): void {
  // Loaded anew, a page is told once more of the launch before, which led it away from where it is by now.
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

/** Whether this page was loaded anew where it was. */
export function wasReloaded(): boolean {
  return howOpened() === 'reload';
}
