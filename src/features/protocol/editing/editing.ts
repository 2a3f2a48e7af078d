import { createContext, type RefObject, use, useCallback, useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Evidence } from '#contract/evidence.ts';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import { focusWhenLost, showToast } from '#src/ui/index.ts';
import type { AgendaWriter } from './agenda-writer.ts';
import type { Caret } from './places.ts';

/**
 * Part of the protocol that is being edited: its head, an agenda item, or a new item that gets this id. `at` is the
 * position of the caret in the item; without it all parts of the item are shown.
 */
export type EditedPart = { kind: 'head' } | { kind: 'item' | 'new-item'; id: string; at?: Caret };

/** An agenda item as it was left, until the protocol shows its text. */
export interface LeftItem {
  item: AgendaItem;
  /** Resolves with whether the item is in the outbox; otherwise its text stays in the draft on the device. */
  saved: Promise<boolean>;
}

/** The open agenda item, for the code that continues from it. */
export interface OpenQuestion {
  id: string;
  /** Saves the typed text to the outbox; resolves false where it cannot be saved as it is. */
  save: () => Promise<boolean>;
  /**
   * Validates the item before it is closed, and begins to save it. Undefined where it cannot be saved as it is, or
   * where a typed name belongs to nobody; null for a new item without text.
   */
  leave: () => LeftItem | null | undefined;
  /** Shows an item that was changed from outside its form. */
  restart: (agenda: AgendaItem[]) => void;
  /** Sets the moment of the recording at which the item begins. */
  begin: (at: Evidence) => void;
  /** Whether the typed text would survive a crash. */
  isOnDevice: () => boolean;
}

/** Key of a form: the open part, a new task, a task by id, a queued mutation, a transcript segment, the summary. */
export type FormKey = 'part' | 'task' | `task ${string}` | `write ${string}` | `line ${string}` | 'summary';

/** Changes with each part that is opened, and renders every component that reads it. */
export interface OpenPart {
  part: EditedPart | undefined;
  /** Items that were left most recently, the latest last; some may not be saved yet. */
  left: readonly LeftItem[];
}

/** Editing state that stays the same while one part after another is edited. */
export interface Editing {
  /** Opens a part, or none. Only one is open at a time: the one before is saved or cancelled first. */
  open: (part: EditedPart | undefined, left?: LeftItem) => void;
  /** The open part, for use in event handlers. */
  openPart: RefObject<EditedPart | undefined>;
  /** Unsaved values by form; they are kept when a form is mounted again after a change of the layout. */
  typed: Map<FormKey, unknown>;
  question: RefObject<OpenQuestion | undefined>;
  writer: AgendaWriter | undefined;
  /** True for a final protocol. */
  readOnly: boolean;
}

export const nothingOpen: OpenPart = { part: undefined, left: [] };

export const nothingEdited: Editing = {
  open: () => undefined,
  openPart: { current: undefined },
  typed: new Map(),
  question: { current: undefined },
  writer: undefined,
  readOnly: true,
};

export const EditingContext = createContext(nothingEdited);
export const OpenPartContext = createContext(nothingOpen);

/** Keeps the typed values outside the form. */
export function useTyped<Form extends FieldValues>(key: FormKey, form: UseFormReturn<Form>): void {
  const { typed } = use(EditingContext);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          typed.set(key, structuredClone(values));
        },
      }),
    [key, form, typed],
  );
}

/** Ends the editing: announces the result, and moves the focus back to the opener. */
export function useClosing(opener: () => HTMLElement | null | undefined) {
  const { open, typed } = use(EditingContext);
  const [announcement, announce] = useState('');
  const close = (words = '') => {
    typed.delete('part');
    open(undefined);
    announce(words);
    focusWhenLost(() => opener() ?? document.querySelector('h1'));
  };
  return { announcement, announce, close };
}

/**
 * Returns a function that switches at once from the open item to another part, or to none, and saves its text
 * meanwhile. Resolves false where the item cannot be saved as it is; it stays open then and shows why.
 */
export function usePartSwitch(): (part: EditedPart | undefined) => Promise<boolean> {
  const { open, question } = use(EditingContext);
  return useCallback(
    async (part) => {
      const left = question.current?.leave();
      if (question.current && left === undefined) {
        showToast('Сначала исправьте вопрос, который открыт', { tone: 'warn' });
        return false;
      }
      // The text that is still being saved is known only to another item; any other part has to wait for it.
      const isQuestion = part !== undefined && part.kind !== 'head';
      if (!isQuestion && left && !(await left.saved)) return false;
      open(part, left ?? undefined);
      if (!left || (await left.saved)) return true;
      showToast('Вопрос не сохранён. Его текст остался на этом устройстве', { tone: 'warn' });
      return false;
    },
    [open, question],
  );
}
