import { typeText } from './pasted-text.ts';

/** A text field, plain or formatted. Offsets are counted in letters. */
export interface WrittenField {
  /** Returns the whole text. */
  text: () => string;
  /** Returns the text before the caret in its line. */
  textBefore: () => string;
  /** Types a text in place of this number of letters before the caret. */
  type: (text: string, replaced: number) => void;
  /** Moves the caret to an offset, at most to the end. */
  placeCaret: (offset: number) => void;
  /** Returns the position of the caret, for comparison only; undefined while something is selected. */
  caret: () => unknown;
}

const editors = new WeakMap<EventTarget, WrittenField>();

/** Registers the interface of a formatted text field for the lifetime of its element. */
export function registerField(element: HTMLElement, field: WrittenField): void {
  editors.set(element, field);
}

/** Returns the interface of a text field; undefined for any other element. */
export function writtenField(element: EventTarget): WrittenField | undefined {
  return element instanceof HTMLTextAreaElement ? plainField(element) : editors.get(element);
}

function plainField(field: HTMLTextAreaElement): WrittenField {
  return {
    text: () => field.value,
    textBefore: () =>
      field.value.slice(field.value.lastIndexOf('\n', field.selectionStart - 1) + 1, field.selectionStart),
    type: (text, replaced) => typeText(field, text, field.selectionStart - replaced),
    placeCaret(offset) {
      const at = Math.min(offset, field.value.length);
      field.setSelectionRange(at, at);
    },
    caret: () => (field.selectionStart === field.selectionEnd ? field.selectionStart : undefined),
  };
}
