import { outbox, uploads } from '#src/sync/index.ts';
import { isUnsent } from './queue-count.ts';

interface BadgeNavigator {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

/**
 * Shows the number of unsent changes and videos on the icon of the installed app, where the browser supports badges.
 * The badge stays when the app is closed; the returned function removes it, for signing out.
 */
export function followBadge(page: BadgeNavigator = navigator): () => void {
  let shown: number | undefined;
  const show = (count: number) => {
    if (count === shown) return;
    shown = count;
    // In a browser tab, which has no icon for the badge, some browsers reject.
    const done = count > 0 ? page.setAppBadge?.(count) : page.clearAppBadge?.();
    void done?.catch(() => undefined);
  };
  const update = () => {
    const mutations = outbox.list().filter(({ state }) => state !== 'sent').length;
    show(mutations + uploads.list().filter(isUnsent).length);
  };
  const unsubscribe = [outbox.subscribe(update), uploads.subscribe(update)];
  update();
  return () => {
    for (const stop of unsubscribe) stop();
    show(0);
  };
}
