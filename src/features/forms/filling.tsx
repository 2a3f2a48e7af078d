import Undo2 from 'lucide-react/icons/undo-2';
import { useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { Button } from '#src/ui/index.ts';
import styles from './filling.module.css';

/**
 * Fills the fields of a form from a source, such as a meeting, and again when another source is chosen. A field is
 * filled when it is empty or still has the value filled before; typed text stays.
 * @param begun values that the form took from the source at first
 */
export function useFilling<Form extends FieldValues>(form: UseFormReturn<Form>, begun: Partial<Form> = {}) {
  const filled = useRef<Partial<Form>>(begun);
  const [undo, setUndo] = useState<{ before: Partial<Form>; filled: Partial<Form> }>();

  const valueIn = (name: keyof Form): unknown => form.getValues(name as Path<Form>);
  const isSame = (name: keyof Form, value: unknown) => JSON.stringify(valueIn(name)) === JSON.stringify(value);
  const isEmpty = (name: keyof Form) => {
    const now = valueIn(name);
    return !now || (Array.isArray(now) && now.length === 0);
  };
  const set = (name: keyof Form, value: unknown) =>
    form.setValue(name as Path<Form>, value as PathValue<Form, Path<Form>>, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });

  return {
    /** @param choice form values before the source was chosen, where undoing restores them with the rest */
    fill(values: Partial<Form>, choice: Partial<Form> = {}) {
      const before: Partial<Form> = { ...choice };
      const changed: Partial<Form> = {};
      for (const name of Object.keys(values) as (keyof Form)[]) {
        if (!isEmpty(name) && !isSame(name, filled.current[name])) continue;
        if (isSame(name, values[name])) continue;
        Object.assign(before, { [name]: valueIn(name) });
        Object.assign(changed, { [name]: values[name] });
        set(name, values[name]);
      }
      filled.current = { ...filled.current, ...values };
      setUndo(Object.keys(changed).length > 0 ? { before, filled: changed } : undefined);
    },
    /** Names of the fields that were filled last. */
    names: Object.keys(undo?.filled ?? {}),
    /** Restores the values before the last filling, except in fields that were edited since. */
    undo() {
      for (const [name, before] of Object.entries(undo?.before ?? {}) as [keyof Form, unknown][]) {
        if (!(undo && name in undo.filled) || isSame(name, undo.filled[name])) set(name, before);
      }
      filled.current = {};
      setUndo(undefined);
    },
    /** Starts over with another form, begun with these values. */
    restart(values: Partial<Form>) {
      filled.current = values;
      setUndo(undefined);
    },
  };
}

interface FilledNoteProps {
  filling: { names: readonly string[]; undo: () => void };
  /** Words for the fields within a sentence, by field name. */
  words: Readonly<Record<string, string>>;
}

/** «Заполнено: название, участники. Вернуть как было»; empty while nothing was filled. */
export function FilledNote({ filling: { names, undo }, words }: FilledNoteProps) {
  return (
    <p role="status" className={styles.filled}>
      {names.length > 0 ? (
        <>
          Заполнено: {names.flatMap((name) => words[name] ?? []).join(', ')}.{' '}
          <Button size="small" variant="quiet" icon={Undo2} onClick={undo}>
            Вернуть как было
          </Button>
        </>
      ) : null}
    </p>
  );
}
