import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { protocolAddress } from '#contract/protocol-address.ts';
import { classNames } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import { useReturnFocus } from '../focus/use-return-focus.ts';
import { freePlace, type ToastPlace } from './free-place.ts';
import styles from './toaster.module.css';

interface Notification {
  message: string;
  /** A second line: which protocol it is about, or what to do. */
  detail?: string | undefined;
  isVisible: boolean;
  protocolId?: string | undefined;
  /** Called on a click, besides navigating to `protocolId`. */
  onOpen?: (() => void) | undefined;
  tone?: 'ok' | 'warn' | 'bad' | undefined;
  /** Counts the shown messages, so that the same words again are another notification. */
  count: number;
}

const hideAfter = 10_000;
/** The only notification, shown or not. */
export const toastStore = createStore<Notification>(() => ({ message: '', isVisible: false, count: 0 }));
let timer: ReturnType<typeof setTimeout> | undefined;
/** Whether the focus or the pointer is on the toast, which keeps it visible. */
const holders = new Set<'focus' | 'pointer'>();
/** Messages that came while the toast had the focus, in their order. */
let waiting: ToastContent[] = [];

type ToastContent = Omit<Notification, 'isVisible' | 'count'>;

/**
 * Shows one message for 10 seconds, not counting the time when the focus or the pointer is on it. A click leads to its
 * protocol. While the toast has the focus a newer message waits: Enter must not open another one than was read.
 */
export function showToast(message: string, more: Omit<ToastContent, 'message'> = {}) {
  const content = { message, ...more };
  // A toast that was taken out of the page tells of no blur.
  if (document.activeElement?.hasAttribute('data-toast')) waiting.push(content);
  else showNow(content);
}

function showNow(content: ToastContent) {
  holders.clear();
  hideLater();
  // Replaces the previous message with all its details.
  toastStore.setState((before) => ({ ...content, isVisible: true, count: before.count + 1 }), true);
}

/** Hides the toast, and drops what waited behind it. */
export function hideToast() {
  waiting = [];
  dismissToast();
}

/** Hides the toast; the next message that waited takes its place. */
function dismissToast() {
  holders.clear();
  clearTimeout(timer);
  const next = waiting.shift();
  if (next) showNow(next);
  else toastStore.setState({ isVisible: false });
}

/** Keeps the toast visible until `releaseToast`. */
function holdToast(by: 'focus' | 'pointer') {
  holders.add(by);
  clearTimeout(timer);
}

/** Restarts the ten seconds once neither the focus nor the pointer is on the toast, or shows what waited for the focus. */
function releaseToast(by: 'focus' | 'pointer') {
  if (!holders.delete(by)) return;
  if (by === 'focus' && waiting.length > 0) dismissToast();
  else if (holders.size === 0) hideLater();
}

function hideLater() {
  clearTimeout(timer);
  timer = setTimeout(dismissToast, hideAfter);
}

/** Place of the toast: a live region that always exists, so that screen readers read what appears in it. */
export function Toaster() {
  const { message, detail, isVisible, protocolId, onOpen, tone, count } = useStore(toastStore);
  const navigate = useNavigate();
  const toast = useRef<HTMLButtonElement>(null);
  const { onFocus, giveBack } = useReturnFocus();
  useFreePlace(toast, count, isVisible);

  const open = async () => {
    giveBack();
    onOpen?.();
    if (protocolId) await navigate(protocolAddress(protocolId));
    dismissToast();
  };

  const full = useSyncExternalStore(followFullScreen, fullScreen);
  const toaster = (
    <div role="status" className={styles.toaster}>
      {isVisible ? (
        <button
          key={count}
          ref={toast}
          type="button"
          data-toast=""
          data-place="bottom-end"
          className={classNames(styles.toast, tone && styles[tone])}
          onClick={open}
          onFocus={(event) => {
            holdToast('focus');
            onFocus(event);
          }}
          onBlur={() => releaseToast('focus')}
          onPointerEnter={() => holdToast('pointer')}
          onPointerLeave={() => releaseToast('pointer')}
        >
          <Icon of={tone === 'warn' || tone === 'bad' ? CircleAlert : CircleCheck} />
          <span>
            <span className={styles.message}>{message}</span>
            {detail ? <span className={styles.detail}>{detail}</span> : null}
          </span>
        </button>
      ) : null}
    </div>
  );
  return full ? createPortal(toaster, full) : toaster;
}

/** Returns the full-screen element, which hides everything outside it. */
function fullScreen(): Element | null {
  return document.fullscreenElement ?? null;
}

function followFullScreen(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

/** Areas in which somebody works as a whole: a dialog, a tab panel, a form, a bar below the text. */
const panels = '[role="dialog"], [role="alertdialog"], [role="tabpanel"], [data-in-use], form, [data-foot]';

/**
 * Moves a toast to where it covers least of what is in use, before the frame that shows it is laid out. The place is an
 * attribute and no state: it would draw the toast again, and measuring at once would lay out the page in between.
 * @param count number of the toast
 */
function useFreePlace(ref: RefObject<HTMLElement | null>, count: number, isVisible: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another toast is a reason to look again
  useLayoutEffect(() => {
    if (!isVisible) return;
    const frame = requestAnimationFrame(() => {
      if (ref.current) ref.current.dataset.place = lookAround(ref.current);
    });
    return () => cancelAnimationFrame(frame);
  }, [ref, count, isVisible]);
}

function lookAround(toast: HTMLElement): ToastPlace {
  const { offsetWidth: width, offsetHeight: height } = toast;
  const look = getComputedStyle(toast).getPropertyValue('--phone') === '1' ? onPhone : onScreen;
  const window = { width: innerWidth, height: innerHeight };
  return freePlace(
    { window, toast: { width, height }, ...look },
    inUse(toast).map((each) => each.getBoundingClientRect()),
  );
}

const onPhone = { gap: 16, foot: 60, start: 16 };
const onScreen = { gap: 24, foot: 0, start: 120 };

/**
 * Returns the elements with the focus or the pointer, the panels around them, and the parts marked as in use or as a
 * bar.
 */
function inUse(toast: HTMLElement): Element[] {
  const pointed = [...document.querySelectorAll(':hover')].at(-1);
  const held = [document.activeElement, pointed].filter(
    (each) => each && each !== document.body && !toast.contains(each),
  );
  const around = held.flatMap((each) => {
    const all: Element[] = [];
    for (let one = each?.closest(panels); one; one = one.parentElement?.closest(panels)) all.push(one);
    return each ? [each, ...all] : all;
  });
  return [...new Set([...around, ...document.querySelectorAll('[data-foot], [data-in-use]')])];
}
