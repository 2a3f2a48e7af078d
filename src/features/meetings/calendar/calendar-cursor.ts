import { type CalendarStop, clockOf, elementOf, marks, slotsOfDay, stopAt } from './calendar-stops.ts';

/** Maximum number of frames to wait until a moved meeting is rendered at its new place. */
const patience = 30;

/**
 * Roving tabindex of the calendar: the only element that Tab reaches, moved by the arrow keys. The calendar may replace
 * its elements at any time; the focus stays at the stop.
 */
export class CalendarCursor {
  stop: CalendarStop;
  #nameOf: (stop: CalendarStop) => string = () => '';
  #root: HTMLElement | undefined;
  #held: HTMLElement | undefined;
  #hasFocus = false;
  #isDue = false;

  constructor(stop: CalendarStop) {
    this.stop = stop;
  }

  /**
   * Follows the focus inside `root`. Returns a function that stops it.
   * @param nameOf returns the accessible name of a day, or of half an hour of it
   */
  follow(root: HTMLElement, nameOf: (stop: CalendarStop) => string): () => void {
    this.#root = root;
    this.#nameOf = nameOf;
    const enter = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      this.#hasFocus = root.contains(target);
      if (!this.#hasFocus || target === this.#held) return;
      const stop = stopAt(target, this.stop.slot);
      if (stop) this.#hold(stop);
    };
    const press = ({ target }: Event) => {
      if (target instanceof Node && !root.contains(target)) this.#hasFocus = false;
    };
    document.addEventListener('focusin', enter);
    document.addEventListener('pointerdown', press, true);
    this.drawn();
    return () => {
      document.removeEventListener('focusin', enter);
      document.removeEventListener('pointerdown', press, true);
      this.#root = undefined;
    };
  }

  /** Whether a key press is meant for the calendar, also if the focused element has just been removed. */
  hears(target: EventTarget | null): boolean {
    if (target instanceof Node && this.#root?.contains(target)) return true;
    return this.#hasFocus && target === document.body;
  }

  /** Moves the focus to a stop. */
  goTo(stop: CalendarStop): void {
    this.#hasFocus = true;
    this.#hold(stop);
    this.drawn();
  }

  /** Makes a stop the next target of Tab; moves the focus to it if the focus was in the calendar. */
  moveTo(stop: CalendarStop): void {
    this.#hold(stop);
    this.drawn();
  }

  /** Reports that elements were rendered, perhaps the one that the focus waits for. */
  drawn(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#settle(patience);
    });
  }

  #settle(frames: number): void {
    const root = this.#root;
    if (!root) return;
    this.#hold(this.stop);
    const wanted = this.#held;
    const isElsewhere = document.activeElement !== document.body && !root.contains(document.activeElement);
    if (!wanted || !this.#hasFocus || isElsewhere) return;
    if (document.activeElement !== wanted) wanted.focus({ preventScroll: true });
    this.#scroll(root, wanted);
    // The day has the focus until the meeting is rendered.
    const isThere = document.activeElement === elementOf(root, this.stop) && !this.#isWaiting(wanted);
    if (!isThere && frames > 0) requestAnimationFrame(() => this.#settle(frames - 1));
  }

  #isWaiting(held: HTMLElement): boolean {
    return this.stop.meeting !== undefined && !held.hasAttribute(marks.meeting);
  }

  #hold(stop: CalendarStop): void {
    this.stop = stop;
    const root = this.#root;
    if (!root) return;
    const next = elementOf(root, stop) ?? undefined;
    if (this.#held && next !== this.#held) release(this.#held);
    this.#held = next;
    next?.setAttribute('tabindex', '0');
    if (!next || !isCell(next)) return;
    next.setAttribute('aria-label', this.#nameOf(stop));
    next.style.setProperty('--slot', String(Math.min(stop.slot, slotsOfDay - 1)));
  }

  #scroll(root: HTMLElement, held: HTMLElement): void {
    const row = held.hasAttribute(marks.lane)
      ? root.querySelector(`[data-time="${clockOf(this.stop.slot)}:00"]`)
      : held;
    row?.scrollIntoView({ block: 'nearest' });
  }
}

function release(element: HTMLElement): void {
  element.setAttribute('tabindex', '-1');
  if (!isCell(element)) return;
  element.removeAttribute('aria-label');
  element.style.removeProperty('--slot');
}

function isCell(element: Element): boolean {
  return element.hasAttribute(marks.day) || element.hasAttribute(marks.lane);
}
