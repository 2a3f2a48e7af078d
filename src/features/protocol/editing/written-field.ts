import { typeText } from './pasted-text.ts';

/** A field of text that somebody writes in: a plain one, or one whose text is formatted. Places are counted in letters. */
export interface WrittenField {
  /** All that stands in it. */
  text: () => string;
  /** What stands before the caret in its line. */
  textBefore: () => string;
  /** Types a text in place of so many letters before the caret. */
  type: (text: string, replaced: number) => void;
  /** Leads the caret behind so many letters, at most to the end. */
  placeCaret: (offset: number) => void;
  /** Where the caret is, to be compared; undefined while something is selected. */
  caret: () => unknown;
}

const editors = new WeakMap<EventTarget, WrittenField>();

/** Says how a field of formatted text is written in, for as long as it is there. */
export function registerField(element: HTMLElement, field: WrittenField): void {
  editors.set(element, field);
}

/** How the field is written in; undefined for what is no field of text. */
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
