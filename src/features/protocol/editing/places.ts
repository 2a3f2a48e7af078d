import { uuidv7 } from 'uuidv7';
import { focusWhenThere } from '#src/ui/index.ts';
import type { AgendaForm } from './agenda-form.ts';
import { writtenField } from './written-field.ts';

/** An editable part of an agenda item. */
export type PlaceName = 'title' | 'speaker' | 'listened' | 'discussion' | 'decision' | 'votes';

/**
 * Position of the caret in an agenda item: the part, the index among several decisions (from 0), and the text offset.
 */
export interface Caret {
  place: PlaceName;
  /** Negative values count from the last one. */
  index?: number;
  offset?: number;
  /** The text that was clicked, where the offset is one in it: a decision is shown without owner and date. */
  shown?: string;
}

export const allPlaces: ReadonlySet<PlaceName> = new Set([
  'title',
  'speaker',
  'listened',
  'discussion',
  'decision',
  'votes',
]);

/** Returns the parts of an item that have content, and the one where editing begins. */
export function filledPlaces({ listened, discussion, votes }: AgendaForm, at?: Caret): Set<PlaceName> {
  const places = new Set<PlaceName>(['title']);
  if (listened.trim() !== '') places.add('listened');
  if (discussion.trim() !== '') places.add('discussion');
  if (Object.values(votes).some((count) => count !== '')) places.add('votes');
  if (at && at.place !== 'decision') places.add(at.place);
  return places;
}

/** Returns the form with an empty decision, where editing begins in a decision and there is none. */
export function writtenAt(form: AgendaForm, at: Caret | undefined): AgendaForm {
  if (at?.place !== 'decision' || form.decisions.length > 0) return form;
  return { ...form, decisions: [{ id: uuidv7(), text: '' }] };
}

/** Fields of an edited item that Tab moves between; texts in read mode have the same attribute. */
const placeSelector = '[data-place], [data-places] input';

/** Returns the event target where it is a field of an agenda item. */
export function placeOf(target: EventTarget): HTMLElement | undefined {
  return target instanceof HTMLElement && target.matches(placeSelector) ? target : undefined;
}

/** Returns the field before (-1) or after (1) another one in the same agenda item. */
export function placeBeside(question: Element, place: Element, by: 1 | -1): HTMLElement | undefined {
  const places = [...question.querySelectorAll<HTMLElement>(placeSelector)];
  const at = places.indexOf(place as HTMLElement);
  return at < 0 ? undefined : places[at + by];
}

/**
 * Moves the caret to a field of the open item, or else to its first one; to the end of the text where `offset` is
 * absent.
 */
export function focusCaret(question: Element, { place, index = 0, offset, shown }: Caret): void {
  const places = [...question.querySelectorAll<HTMLElement>(`[data-place="${place}"], [data-places="${place}"] input`)];
  // The speaker field is loaded lazily: on a first visit it may appear after its place.
  if (place === 'speaker' && places.length === 0) {
    focusWhenThere(() => question.querySelector<HTMLElement>('[data-places="speaker"] input'));
    return;
  }
  const found = places.at(Math.min(index, places.length - 1)) ?? question.querySelector<HTMLElement>(placeSelector);
  if (found) focusPlace(found, offset, shown);
}

/** Moves the caret into a field, to an offset (in its text or in what is `shown` of it) or to the end. */
export function focusPlace(field: HTMLElement, offset = Number.POSITIVE_INFINITY, shown = ''): void {
  field.focus({ preventScroll: true });
  const written = writtenField(field);
  if (field instanceof HTMLInputElement) field.select();
  else written?.placeCaret(offsetInText(written.text(), shown, offset));
  // In the next frame: doing it at once would lay out the page twice.
  requestAnimationFrame(() => field === document.activeElement && bringInSight(field));
}

/** Returns the offset in a text for one in what is shown of it: by the words before it, by those after it, or the end. */
export function offsetInText(text: string, shown: string, offset: number): number {
  if (text.startsWith(shown.slice(0, offset))) return offset;
  const at = text.lastIndexOf(shown.slice(offset));
  return at < 0 ? text.length : at;
}

/** Scrolls as focusing does, but clear of the bar at the foot, whose height is known only after the focus moved. */
function bringInSight(field: HTMLElement): void {
  const { top, bottom } = field.getBoundingClientRect();
  const isOutside = bottom < 0 || top > window.innerHeight;
  field.scrollIntoView?.({ block: isOutside ? 'center' : 'nearest' });
}

/** Returns the position in the text of an item in read mode at which a click fell; undefined outside its text. */
export function caretAt(target: Element, point: { x: number; y: number }): Caret | undefined {
  const text = target.closest<HTMLElement>('[data-place]');
  const place = text?.dataset.place as PlaceName | undefined;
  if (!text || !place) return undefined;
  const alike = [...(text.closest('[data-item]')?.querySelectorAll(`[data-place="${place}"]`) ?? [])];
  return { place, index: alike.indexOf(text), offset: offsetIn(text, point), shown: text.textContent };
}

/** Returns the text offset of a point within the element; the end of it where the browser does not say. */
function offsetIn(element: Element, { x, y }: { x: number; y: number }): number {
  const found = document.caretPositionFromPoint?.(x, y);
  const node = found?.offsetNode;
  if (!found || !node || !element.contains(node)) return Number.POSITIVE_INFINITY;
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(node, found.offset);
  return before.toString().length;
}
