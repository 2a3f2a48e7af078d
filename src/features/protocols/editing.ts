import { createContext, use, useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** What of the protocol is being changed: its head, an item of the agenda by id, or an item that is being added. */
export type EditedPart = { kind: 'head' } | { kind: 'item'; id: string } | { kind: 'new-item' };

/** The form of the open part, that of a new task, that of a task by its id, that of a kept write. */
export type FormKey = 'part' | 'task' | `task ${string}` | `write ${string}`;

export interface Editing {
  part: EditedPart | undefined;
  /** One part at a time: what is open is saved or cancelled before the next. */
  open: (part: EditedPart | undefined) => void;
  /** What is typed so far, by its form; it outlives the form where the layout changes around it. */
  typed: Map<FormKey, unknown>;
  /** A final protocol is only read. */
  readOnly: boolean;
}

export const EditingContext = createContext<Editing>({
  part: undefined,
  open: () => undefined,
  typed: new Map(),
  readOnly: true,
});

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
