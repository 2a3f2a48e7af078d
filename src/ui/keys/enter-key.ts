import type { KeyboardEvent } from 'react';

// What Enter does in a form, in one place:
//
//                          a short form     a long form    a form with one field to type in
//   a line of text         sends            nothing        sends
//   a part of a date       sends            nothing        sends
//   a picker               nothing          nothing        sends
//   Ctrl+Enter, anywhere   sends            sends          sends
//
// A short form, a dialog above all, is sent on the way; a long one has so much to fill in that a press on the way would
// send half of it. In a picker Enter chooses, and whoever presses it once more has not meant the form. Lines of text get
// a line, buttons are pressed and lists that are open choose, as everywhere.

type Press = KeyboardEvent<HTMLElement>;

/** A short form: for `onKeyDownCapture`, since a part of a date lets no key out, and no browser knows it as a field. */
export function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (!isEnter(event)) return;
  if (asksToSend(event) || isDatePart(event.target)) send(event);
}

/** A long form: for `onKeyDownCapture`. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (!isEnter(event)) return;
  if (asksToSend(event)) send(event);
  else if (event.target instanceof HTMLInputElement && !event.target.matches(`${pressed}, [role="combobox"]`))
    event.preventDefault();
}

/** A picker with its list closed: the browser would send the form that it stands in. */
export function keepEnter(event: Press): void {
  if (!isEnter(event) || asksToSend(event)) return;
  const { form } = event.target as HTMLInputElement;
  if (form && fieldsToType(form) > 1) event.preventDefault();
}

/** Of several letters that become one, in Chinese say, Enter takes the word. */
function isEnter(event: Press): boolean {
  return event.key === 'Enter' && !event.defaultPrevented && !event.nativeEvent.isComposing;
}

/** What Enter presses, or opens. */
const pressed = '[type="submit"], [type="button"], [type="reset"], [type="image"], [type="file"]';

function asksToSend({ ctrlKey, metaKey, target }: Press): boolean {
  if ((!ctrlKey && !metaKey) || !(target instanceof HTMLElement)) return false;
  const isField = target.matches('input, textarea, select') || isDatePart(target);
  return isField && !target.matches(`${pressed}, [aria-expanded="true"]`);
}

function isDatePart(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.getAttribute('role') === 'spinbutton';
}

function fieldsToType(form: HTMLFormElement): number {
  const others = '[type="hidden"], [type="checkbox"], [type="radio"]';
  return form.querySelectorAll(`input:not(${pressed}, ${others}), textarea, [role="spinbutton"]`).length;
}

function send(event: KeyboardEvent<HTMLFormElement>): void {
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
