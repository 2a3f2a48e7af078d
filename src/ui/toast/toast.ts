import { createStore } from 'zustand/vanilla';

export interface Notification {
  message: string;
  /** A second line: which protocol, what to do. */
  detail?: string | undefined;
  isVisible: boolean;
  protocolId?: string | undefined;
  /** What a click does besides. */
  onOpen?: (() => void) | undefined;
  tone?: 'ok' | 'warn' | 'bad' | undefined;
  /** Counts what was shown: the same words again are another notification. */
  count: number;
}

const hideAfter = 10_000;
/** The one notification, shown or not. */
export const toastStore = createStore<Notification>(() => ({ message: '', isVisible: false, count: 0 }));
let timer: ReturnType<typeof setTimeout> | undefined;
/** What is on the toast that is shown. */
const holders = new Set<'focus' | 'pointer'>();

/** Shows one message for 10 seconds, without those that focus or pointer are on it; a click on it leads to the protocol that it names. */
export function showToast(message: string, more: Omit<Partial<Notification>, 'message' | 'isVisible' | 'count'> = {}) {
  holders.clear();
  hideLater();
  // In place of the one before, with all of its details.
  toastStore.setState((before) => ({ message, isVisible: true, count: before.count + 1, ...more }), true);
}

export function hideToast() {
  holders.clear();
  clearTimeout(timer);
  toastStore.setState({ isVisible: false });
}

/** Keeps the toast that is shown until `releaseToast`. */
export function holdToast(by: 'focus' | 'pointer') {
  holders.add(by);
  clearTimeout(timer);
}

/** Once nothing holds it any more its ten seconds begin again. */
export function releaseToast(by: 'focus' | 'pointer') {
  if (holders.delete(by) && holders.size === 0) hideLater();
}

function hideLater() {
  clearTimeout(timer);
  timer = setTimeout(hideToast, hideAfter);
}
