import type { BrowserContext } from '@playwright/test';

/** A text that a page showed, and when. Times are epoch milliseconds of the page. */
export interface Shown {
  at: number;
  what: 'upload' | 'toast';
  text: string;
  /** The document that showed it, by the time at which it was opened. */
  document: number;
}

/** Everything that the pages of the cell showed of the upload, and every toast, also of pages that are gone. */
export class PageRecord {
  readonly shown: Shown[] = [];

  /** Records from now on what every page of this browser shows. */
  async watch(context: BrowserContext): Promise<void> {
    await context.exposeBinding('recordShown', (_source, entry: Shown) => this.shown.push(entry));
    await context.addInitScript(watchDocument);
  }

  clear(): void {
    this.shown.length = 0;
  }

  get toasts(): Shown[] {
    return this.shown.filter(({ what }) => what === 'toast');
  }

  /** Returns when the upload first showed this text after a moment; undefined where it did not. */
  shownAfter(at: number, text: RegExp): number | undefined {
    return this.shown.find((entry) => entry.what === 'upload' && entry.at >= at && text.test(entry.text))?.at;
  }

  /** Returns what was shown of the upload before that moment. */
  shownBefore(at: number): string {
    return this.shown.findLast((entry) => entry.what === 'upload' && entry.at < at)?.text ?? '';
  }
}

declare global {
  var recordShown: (entry: Shown) => Promise<unknown>;
}

/** Runs in the page: reports every change of the upload's words, and every toast, which is a separate element. */
function watchDocument(): void {
  const toasts = new WeakSet<Element>();
  let last = '';
  const record = (what: Shown['what'], text: string) =>
    void recordShown({ at: Date.now(), what, text, document: performance.timeOrigin });
  const look = () => {
    const upload = document.querySelector('section[aria-label="Загрузка видео"]');
    const text = upload?.textContent ?? '';
    if (text !== last) {
      last = text;
      if (text !== '') record('upload', text);
    }
    // A banner is a status with a button too, but has no message inside it.
    for (const toast of document.querySelectorAll('[role="status"] > button:has(span > span)')) {
      if (toasts.has(toast)) continue;
      toasts.add(toast);
      record('toast', toast.querySelector('span > span')?.textContent ?? '');
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}
