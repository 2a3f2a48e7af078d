import type { KeyboardEvent } from 'react';

// What Enter does in a form, in one place:
//
//                          a short form     a long form    a form with one text field
//   a single-line field    sends            nothing        sends
//   a segment of a date    sends            nothing        sends
//   a picker               nothing          nothing        sends
//   Ctrl+Enter, anywhere   sends            sends          sends
//
// Enter sends a short form, a dialog above all, from any field. A long form has so many fields that Enter would send it
// half filled in. In a picker Enter chooses, and a second press is not meant for the form. Elsewhere Enter works as
// usual: it adds a line to a text area, presses a button and chooses in an open list.

type Press = KeyboardEvent<HTMLElement>;

/**
 * For a short form, as `onKeyDownCapture`: a segment of a date stops the event, and browsers do not treat it as a
 * field.
 */
export function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (!isEnter(event)) return;
  if (asksToSend(event) || isDatePart(event.target)) send(event);
}

/** For a long form, as `onKeyDownCapture`. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (!isEnter(event)) return;
  if (asksToSend(event)) send(event);
  else if (event.target instanceof HTMLInputElement && !event.target.matches(`${pressed}, [role="combobox"]`))
    event.preventDefault();
}

/** For a picker with its list closed, where the browser would send the surrounding form. */
export function keepEnter(event: Press): void {
  if (!isEnter(event) || asksToSend(event)) return;
  const { form } = event.target as HTMLInputElement;
  if (form && fieldsToType(form) > 1) event.preventDefault();
}

/** Whether Enter was pressed, and not to confirm the composition of an input method, as in Chinese. */
function isEnter(event: Press): boolean {
  return event.key === 'Enter' && !event.defaultPrevented && !event.nativeEvent.isComposing;
}

/** Elements that Enter presses or opens. */
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
