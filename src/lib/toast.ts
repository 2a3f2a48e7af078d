export interface Notification {
  message: string;
  /** A second line: which protocol, what to do. */
  detail?: string | undefined;
  isVisible: boolean;
  protocolId?: string | undefined;
  /** A click opens «Очередь отправки». */
  opensQueue?: boolean | undefined;
  tone?: 'ok' | 'warn' | 'bad' | undefined;
  /** Counts what was shown: the same words again are another notification. */
  count: number;
}

const hideAfter = 10_000;
const listeners = new Set<() => void>();
let current: Notification = { message: '', isVisible: false, count: 0 };
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows one message for 10 seconds; a click on it leads to the protocol or the queue, where it names one. */
export function showToast(message: string, more: Omit<Partial<Notification>, 'message' | 'isVisible' | 'count'> = {}) {
  clearTimeout(timer);
  timer = setTimeout(hideToast, hideAfter);
  change({ message, isVisible: true, count: current.count + 1, ...more });
}

export function hideToast() {
  clearTimeout(timer);
  change({ ...current, isVisible: false });
}

/** For useSyncExternalStore. */
export const toastStore = {
  get: () => current,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

function change(next: Notification) {
  current = next;
  for (const listener of listeners) listener();
}
