import { uuidv7 } from 'uuidv7';
import { focusWhenThere } from '#src/ui/index.ts';
import type { AgendaForm } from './agenda-form.ts';
import { writtenField } from './written-field.ts';

/** A part of a question that is written in. */
export type PlaceName = 'title' | 'speaker' | 'listened' | 'discussion' | 'decision' | 'votes';

/** Where in a question somebody writes: the part, which of several decisions (from 0), and the letter before the caret. */
export interface Caret {
  place: PlaceName;
  /** Negative: counted from the last one. */
  index?: number;
  offset?: number;
}

export const allPlaces: ReadonlySet<PlaceName> = new Set([
  'title',
  'speaker',
  'listened',
  'discussion',
  'decision',
  'votes',
]);

/** The parts of a question in which something stands, and the one where the writing begins. */
export function filledPlaces({ listened, discussion, votes }: AgendaForm, at?: Caret): Set<PlaceName> {
  const places = new Set<PlaceName>(['title']);
  if (listened.trim() !== '') places.add('listened');
  if (discussion.trim() !== '') places.add('discussion');
  if (Object.values(votes).some((count) => count !== '')) places.add('votes');
  if (at && at.place !== 'decision') places.add(at.place);
  return places;
}

/** The form with a decision to write in, where the writing begins in one and there is none. */
export function writtenAt(form: AgendaForm, at: Caret | undefined): AgendaForm {
  if (at?.place !== 'decision' || form.decisions.length > 0) return form;
  return { ...form, decisions: [{ id: uuidv7(), text: '' }] };
}

/** What the Tab key leads to in a question that is being written; the text of one that is read has the same mark. */
const placeSelector = '[data-place], [data-places] input';

/** The field of a question that has the focus, where it is one of its places. */
export function placeOf(target: EventTarget): HTMLElement | undefined {
  return target instanceof HTMLElement && target.matches(placeSelector) ? target : undefined;
}

/** The place before (-1) or after (1) another one in the same question. */
export function placeBeside(question: Element, place: Element, by: 1 | -1): HTMLElement | undefined {
  const places = [...question.querySelectorAll<HTMLElement>(placeSelector)];
  const at = places.indexOf(place as HTMLElement);
  return at < 0 ? undefined : places[at + by];
}

/** Leads the caret to a place of an open question, else to its first one; it stands at the end where no letter is named. */
export function focusCaret(question: Element, { place, index = 0, offset }: Caret): void {
  const places = [...question.querySelectorAll<HTMLElement>(`[data-place="${place}"], [data-places="${place}"] input`)];
  // Its field is fetched apart: on a first visit it may come after its place.
  if (place === 'speaker' && places.length === 0) {
    focusWhenThere(() => question.querySelector<HTMLElement>('[data-places="speaker"] input'));
    return;
  }
  const found = places.at(Math.min(index, places.length - 1)) ?? question.querySelector<HTMLElement>(placeSelector);
  if (found) focusPlace(found, offset);
}

/** Leads the caret into a field: to a letter, else behind the last one. */
export function focusPlace(field: HTMLElement, offset = Number.POSITIVE_INFINITY): void {
  field.focus({ preventScroll: true });
  if (field instanceof HTMLInputElement) field.select();
  else writtenField(field)?.placeCaret(offset);
  // With the frame: asked for now, the page would be laid out twice.
  requestAnimationFrame(() => field === document.activeElement && bringInSight(field));
}

/** As taking the focus does, but clear of the bar at the foot, which the browser knows of only now. */
function bringInSight(field: HTMLElement): void {
  const { top, bottom } = field.getBoundingClientRect();
  const isOutside = bottom < 0 || top > window.innerHeight;
  field.scrollIntoView?.({ block: isOutside ? 'center' : 'nearest' });
}

/** Where in the text of a question that is read a click fell; undefined beside its text. */
export function caretAt(target: Element, point: { x: number; y: number }): Caret | undefined {
  const text = target.closest<HTMLElement>('[data-place]');
  const place = text?.dataset.place as PlaceName | undefined;
  if (!text || !place) return undefined;
  const alike = [...(text.closest('[data-item]')?.querySelectorAll(`[data-place="${place}"]`) ?? [])];
  return { place, index: alike.indexOf(text), offset: offsetIn(text, point) };
}

/** Counted in letters from the beginning of the element; at its end where the browser does not say. */
function offsetIn(element: Element, { x, y }: { x: number; y: number }): number {
  const found = document.caretPositionFromPoint?.(x, y);
  const node = found?.offsetNode;
  if (!found || !node || !element.contains(node)) return Number.POSITIVE_INFINITY;
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(node, found.offset);
  return before.toString().length;
}
