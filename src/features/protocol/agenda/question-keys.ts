import type { KeyboardEvent } from 'react';
import { type Caret, focusPlace, type PlaceName, placeBeside, placeOf } from '../editing/places.ts';
import { writtenField } from '../editing/written-field.ts';

/** Agenda item in which editing continues: the one before or after this one, or a new one. */
export type Neighbour = 'before' | 'after' | 'after-or-new';

interface QuestionKeys {
  /** Called to continue in another agenda item, with the caret at this position. */
  onGo: (to: Neighbour, at: Caret) => void;
  /** Adds a decision after the others. */
  onDecision: () => void;
  onLeave: () => void;
}

/**
 * Returns the key handler of the edited agenda item: Tab and the arrows move between its fields, Enter in the title or
 * in an empty decision goes to what comes next, Ctrl+Enter to the same field of the next item (with Shift, of the one
 * before), Esc leaves the item.
 */
export function questionKeys({ onGo, onDecision, onLeave }: QuestionKeys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const field = placeOf(event.target);
    if (!field || event.defaultPrevented || event.nativeEvent.isComposing) return;
    const question = event.currentTarget;
    const { key, shiftKey, altKey } = event;
    const control = event.ctrlKey || event.metaKey;
    const place = (field.dataset.place ?? 'speaker') as PlaceName;
    const isDecision = place === 'decision';
    const leadTo = (found: HTMLElement, offset?: number) => {
      event.preventDefault();
      focusPlace(found, offset);
    };
    if (key === 'Escape') {
      event.preventDefault();
      return onLeave();
    }
    if (key === 'Tab' && !control && !altKey) {
      const beside = placeBeside(question, field, shiftKey ? -1 : 1);
      if (beside) leadTo(beside);
      return;
    }
    if (key === 'Enter' && control) {
      event.preventDefault();
      return onGo(shiftKey ? 'before' : 'after-or-new', { place, index: isDecision ? -1 : 0 });
    }
    const written = writtenField(field);
    if (altKey || control || !written) return;
    if (key === 'Enter' && !shiftKey) {
      // A passage may have several lines, so Enter breaks the line there.
      if (place === 'listened' || place === 'discussion') return;
      event.preventDefault();
      if (isDecision) return onGo('after-or-new', { place: 'title' });
      const beside = placeBeside(question, field, 1);
      if (beside && beside.dataset.place !== 'add-decision') focusPlace(beside);
      else if (place === 'title') onDecision();
      return;
    }
    const by = { ArrowUp: -1, ArrowDown: 1 }[key] as -1 | 1 | undefined;
    if (by === undefined || shiftKey) return;
    // The browser moves the caret between the lines of a field; only where the caret did not move, the next field is
    // focused.
    const caret = written.caret();
    if (caret === undefined) return;
    setTimeout(() => {
      if (document.activeElement !== field || written.caret() !== caret) return;
      const beside = placeBeside(question, field, by);
      if (beside) focusPlace(beside, by < 0 ? Number.POSITIVE_INFINITY : 0);
      else if (by < 0) onGo('before', { place: 'decision', index: -1 });
      else onGo('after', { place: 'title', offset: 0 });
    });
  };
}
