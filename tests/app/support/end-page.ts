import { focusManager, onlineManager } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';

const ends: (() => void)[] = [];

/** What tells a page of its own life and of other tabs. Libraries that stay loaded keep their listeners for what is pressed. */
const pageEvents = new Set([
  ...['online', 'offline', 'storage', 'message', 'visibilitychange', 'pagehide', 'pageshow', 'load', 'beforeunload'],
  ...['beforeinstallprompt', 'appinstalled'],
]);

/**
 * Makes a test file a page of its own, though files share a worker: what it begins on the window ends with {@link endPage},
 * as a browser ends it with the tab. Call once before the file's modules are loaded.
 */
export function beginPage(): void {
  globalThis.indexedDB = new IDBFactory();
  forgetConnection();
  emptyDocument();
  followTimers();
  followFrames();
  followListeners(window);
  followListeners(document);
  followChannels();
}

/**
 * Clears the page's timers, takes its listeners off and closes its channels, after the frames in which libraries tidy up
 * behind what was unmounted: their state outlives the page.
 */
export async function endPage(): Promise<void> {
  for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  for (const end of ends.splice(0).reverse()) end();
}

/** The query library stays loaded, and with it what the page before knew: that it was offline, or out of sight. */
function forgetConnection(): void {
  onlineManager.setEventListener(() => undefined);
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
}

/** The document stays as well: its address, its attributes and what it stored are those of a tab that was just opened. */
function emptyDocument(): void {
  history.replaceState(null, '', '/');
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
}

function followTimers(): void {
  for (const [kind, clear] of [
    ['setTimeout', clearTimeout],
    ['setInterval', clearInterval],
  ] as const) {
    const begin = globalThis[kind] as (...args: unknown[]) => ReturnType<typeof setTimeout>;
    const running = new Set<ReturnType<typeof begin>>();
    const followed = (...args: unknown[]) => {
      const timer = begin(...args);
      running.add(timer);
      return timer;
    };
    Reflect.set(globalThis, kind, Object.assign(followed, begin));
    ends.push(() => {
      for (const timer of running) clear(timer);
      Reflect.set(globalThis, kind, begin);
    });
  }
}

/** Frames are cancelled rather than left to their timer, which jsdom starts and ends with the frames that it knows of. */
function followFrames(): void {
  const request = globalThis.requestAnimationFrame;
  const running = new Set<number>();
  globalThis.requestAnimationFrame = (callback) => {
    const frame = request((time) => {
      running.delete(frame);
      callback(time);
    });
    running.add(frame);
    return frame;
  };
  ends.push(() => {
    for (const frame of running) cancelAnimationFrame(frame);
    globalThis.requestAnimationFrame = request;
  });
}

function followListeners(target: EventTarget): void {
  const add = target.addEventListener;
  target.addEventListener = (...args: Parameters<typeof add>) => {
    const [type, listener, options] = args;
    if (pageEvents.has(type)) ends.push(() => target.removeEventListener(type, listener, options));
    add.apply(target, args);
  };
  ends.push(() => {
    target.addEventListener = add;
  });
}

function followChannels(): void {
  const Channel = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name);
      ends.push(() => {
        this.close();
        // An answer may come after the page is gone: in a browser nothing of it would run any more.
        this.postMessage = () => undefined;
      });
    }
  };
  ends.push(() => {
    globalThis.BroadcastChannel = Channel;
  });
}
