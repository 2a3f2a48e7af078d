import Undo2 from 'lucide-react/icons/undo-2';
import { useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { Button } from '#src/ui/index.ts';
import styles from './filling.module.css';

/**
 * Fills the fields of a form from one source, such as a meeting, and from another of it afterwards: those that nobody typed
 * in. Typed text stays.
 * @param begun what the form began with from that source
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
    /** @param choice what the form had just before the choice, where that is taken back with the rest */
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
    /** The fields that were filled last. */
    names: Object.keys(undo?.filled ?? {}),
    /** Everything as it was before, but what was written since. */
    undo() {
      for (const [name, before] of Object.entries(undo?.before ?? {}) as [keyof Form, unknown][]) {
        if (!(undo && name in undo.filled) || isSame(name, undo.filled[name])) set(name, before);
      }
      filled.current = {};
      setUndo(undefined);
    },
    /** The form is another one, begun with these values. */
    restart(values: Partial<Form>) {
      filled.current = values;
      setUndo(undefined);
    },
  };
}

interface FilledNoteProps {
  filling: { names: readonly string[]; undo: () => void };
  /** What the fields are called within a sentence, by their names. */
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
