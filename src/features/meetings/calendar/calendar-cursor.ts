import { type CalendarStop, clockOf, elementOf, marks, slotsOfDay, stopAt } from './calendar-stops.ts';

/** How long a meeting that moved may take to be drawn at its new place, in frames. */
const patience = 30;

/**
 * The one place of a calendar that Tab leads to, and where the focus is while the arrow keys lead it about. The calendar
 * draws itself anew as it likes: the focus follows its stop.
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
   * Follows the focus in there. Returns the end of it.
   * @param nameOf the words read out for a day, or for half an hour of it
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

  /** Whether a press of a key is for the calendar: also when what had the focus was just drawn away. */
  hears(target: EventTarget | null): boolean {
    if (target instanceof Node && this.#root?.contains(target)) return true;
    return this.#hasFocus && target === document.body;
  }

  /** Leads the focus to a stop. */
  goTo(stop: CalendarStop): void {
    this.#hasFocus = true;
    this.#hold(stop);
    this.drawn();
  }

  /** Where the next Tab leads to; the focus goes along where it was in here. */
  moveTo(stop: CalendarStop): void {
    this.#hold(stop);
    this.drawn();
  }

  /** Something was drawn: perhaps what the focus waits for. */
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
    // Its day holds the focus until the meeting is there.
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
