import { createContext, type RefObject, use, useCallback, useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { AgendaItem } from '#contract/protocol.ts';
import { focusWhenLost, showToast } from '#src/ui/index.ts';
import type { AgendaWriter } from './agenda-writer.ts';

/** The part of the protocol that is being edited: its head, an agenda item, or a new item that gets this id. */
export type EditedPart = { kind: 'head' } | { kind: 'item'; id: string } | { kind: 'new-item'; id: string };

/** The question that is open, for those who go on from it. */
export interface OpenQuestion {
  id: string;
  /** Brings what is typed in it into the outbox; resolves false where it cannot be saved as it is. */
  save: () => Promise<boolean>;
  /** The same before it is closed: resolves false also where a name is typed in it that stands for nobody. */
  close: () => Promise<boolean>;
  /** It was changed from outside its form, which shows it so from now on. */
  restart: (agenda: AgendaItem[]) => void;
  /** Whether what is typed would be there after a crash. */
  isOnDevice: () => boolean;
}

/** The form of the open part, a new task, a task by id, a queued mutation, a transcript segment, the summary. */
export type FormKey = 'part' | 'task' | `task ${string}` | `write ${string}` | `line ${string}` | 'summary';

export interface Editing {
  part: EditedPart | undefined;
  /** One part at a time: what is open is saved or cancelled before the next. */
  open: (part: EditedPart | undefined) => void;
  /** The unsaved values by form; they outlive a form that is mounted again when the layout changes. */
  typed: Map<FormKey, unknown>;
  question: RefObject<OpenQuestion | undefined>;
  writer: AgendaWriter | undefined;
  /** A final protocol is only read. */
  readOnly: boolean;
}

export const nothingEdited: Editing = {
  part: undefined,
  open: () => undefined,
  typed: new Map(),
  question: { current: undefined },
  writer: undefined,
  readOnly: true,
};

export const EditingContext = createContext(nothingEdited);

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
  const [said, say] = useState('');
  const close = (words = '') => {
    typed.delete('part');
    open(undefined);
    say(words);
    focusWhenLost(() => opener() ?? document.querySelector('h1'));
  };
  return { said, say, close };
}

/**
 * Switches from the open question to another part, or to none; saves its text first.
 * Resolves false where it cannot be saved as it is; it stays open then, and says why.
 */
export function usePartSwitch(): (part: EditedPart | undefined) => Promise<boolean> {
  const { open, question } = use(EditingContext);
  return useCallback(
    async (part) => {
      if (question.current && !(await question.current.close())) {
        showToast('Сначала исправьте вопрос, который открыт', { tone: 'warn' });
        return false;
      }
      open(part);
      return true;
    },
    [open, question],
  );
}
