import { createContext, type RefObject, use, useCallback, useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Evidence } from '#contract/evidence.ts';
import type { AgendaItem } from '#contract/protocol.ts';
import { focusWhenLost, showToast } from '#src/ui/index.ts';
import type { AgendaWriter } from './agenda-writer.ts';
import type { Caret } from './places.ts';

/**
 * The part of the protocol that is being edited: its head, an agenda item, or a new item that gets this id. `at` is where
 * somebody goes on writing in it; without it all parts of the item are offered.
 */
export type EditedPart = { kind: 'head' } | { kind: 'item' | 'new-item'; id: string; at?: Caret };

/** A question as it was left, until the protocol shows it so. */
export interface LeftItem {
  item: AgendaItem;
  /** Resolves whether it is in the outbox; what is not stays a draft on the device. */
  saved: Promise<boolean>;
}

/** The question that is open, for those who go on from it. */
export interface OpenQuestion {
  id: string;
  /** Brings what is typed in it into the outbox; resolves false where it cannot be saved as it is. */
  save: () => Promise<boolean>;
  /**
   * Checks it before it is closed, and begins to save it: undefined where it cannot be saved as it is, or where a name is
   * typed in it that stands for nobody. Null of a new one in which nothing was typed.
   */
  leave: () => LeftItem | null | undefined;
  /** It was changed from outside its form, which shows it so from now on. */
  restart: (agenda: AgendaItem[]) => void;
  /** It begins at this moment of the recording. */
  begin: (at: Evidence) => void;
  /** Whether what is typed would be there after a crash. */
  isOnDevice: () => boolean;
}

/** The form of the open part, a new task, a task by id, a queued mutation, a transcript segment, the summary. */
export type FormKey = 'part' | 'task' | `task ${string}` | `write ${string}` | `line ${string}` | 'summary';

/** Changes with each part that is opened: whoever reads it is drawn then. */
export interface OpenPart {
  part: EditedPart | undefined;
  /** The questions that were open last, the latest last: some may not be saved yet. */
  left: readonly LeftItem[];
}

/** What stays the same while one part after the other is written. */
export interface Editing {
  /** One part at a time: what is open is saved or cancelled before the next. */
  open: (part: EditedPart | undefined, left?: LeftItem) => void;
  /** The open part, for those who ask in an event. */
  openPart: RefObject<EditedPart | undefined>;
  /** The unsaved values by form; they outlive a form that is mounted again when the layout changes. */
  typed: Map<FormKey, unknown>;
  question: RefObject<OpenQuestion | undefined>;
  writer: AgendaWriter | undefined;
  /** A final protocol is only read. */
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

/** Keeps what is typed beside the form. */
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
 * Switches at once from the open question to another part, or to none, and saves its text meanwhile.
 * Resolves false where it cannot be saved as it is; it stays open then, and says why.
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
      // Only another question knows the text that is still being saved from its own.
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
