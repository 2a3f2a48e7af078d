import { focusManager, onlineManager } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';

const ends: (() => void)[] = [];

/**
 * Events about the page's life and about other tabs. Libraries that stay loaded keep their listeners for other events.
 */
const pageEvents = new Set([
  ...['online', 'offline', 'storage', 'message', 'visibilitychange', 'pagehide', 'pageshow', 'load', 'beforeunload'],
  ...['beforeinstallprompt', 'appinstalled'],
]);

/**
 * Makes a test file a separate page, although files share a worker: whatever it starts on the window ends with {@link
 * endPage}, as a tab ends it in a browser. Call once before the file's modules are loaded.
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

/** Clears the page's timers, removes its listeners and closes its channels. */
export async function endPage(): Promise<void> {
  // jsdom's own timer has to end by itself, also that of a focus to be settled: cleared from outside it would never run again.
  await passFrames();
  await endFrames();
  for (const end of ends.splice(0).reverse()) end();
}

/** The page's frames that are to come. */
const frames = new Set<number>();

/**
 * Cancels what the page, which is unmounted by now, would do in later frames: whatever looks for a place to focus would find
 * one in the page of the next test. Lets three frames pass before, in which libraries clean up: their state outlives the page.
 */
export async function endFrames(): Promise<void> {
  if (frames.size === 0) return;
  await passFrames();
  for (const frame of frames) cancelAnimationFrame(frame);
  frames.clear();
}

async function passFrames(): Promise<void> {
  for (let passed = 0; passed < 3; passed += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Resets the query library, which stays loaded and still has the previous page's state: offline, or hidden. */
function forgetConnection(): void {
  onlineManager.setEventListener(() => undefined);
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
}

/** Resets the document, which also stays: its address, attributes and storage become those of a new tab. */
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

/** Cancels frames, rather than leaving them to jsdom's timer, which starts and stops with the frames that it knows. */
function followFrames(): void {
  const request = globalThis.requestAnimationFrame;
  globalThis.requestAnimationFrame = (callback) => {
    const frame = request((time) => {
      frames.delete(frame);
      callback(time);
    });
    frames.add(frame);
    return frame;
  };
  ends.push(() => {
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
        // An answer may come after the page is gone, when in a browser none of its code would run.
        this.postMessage = () => undefined;
      });
    }
  };
  ends.push(() => {
    globalThis.BroadcastChannel = Channel;
  });
}
