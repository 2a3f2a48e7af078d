import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { NewProtocolForm } from '../editing/protocol-form.ts';

export type Filling = Partial<NewProtocolForm>;

const words: Partial<Record<keyof NewProtocolForm, string>> = {
  title: 'название',
  kind: 'вид',
  place: 'место',
  chairman: 'председательствующий',
  agenda: 'повестка',
  members: 'участники',
  quorum: 'кворум',
};

/**
 * Fills the fields of a new protocol from one source, such as a meeting, and from another of it afterwards: those that
 * nobody typed in. Typed text stays.
 * @param begun what the form began with from that source
 */
export function useFilling(form: UseFormReturn<NewProtocolForm>, begun: Filling) {
  const filled = useRef<Filling>(begun);
  const [undo, setUndo] = useState<{ before: Filling; filled: Filling }>();

  const isSame = (name: keyof NewProtocolForm, value: unknown) =>
    JSON.stringify(form.getValues(name)) === JSON.stringify(value);
  const set = (name: keyof NewProtocolForm, value: unknown) =>
    form.setValue(name, value as never, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const isEmpty = (name: keyof NewProtocolForm) => {
    const now = form.getValues(name);
    return !now || (Array.isArray(now) && now.length === 0);
  };

  return {
    /** @param before what the form had just before the choice, where that is taken back with the rest */
    fill(values: Filling, before: Filling = {}) {
      const taken: Filling = {};
      for (const name of Object.keys(values) as (keyof NewProtocolForm)[]) {
        if (!isEmpty(name) && !isSame(name, filled.current[name])) continue;
        if (isSame(name, values[name])) continue;
        Object.assign(before, { [name]: form.getValues(name) });
        Object.assign(taken, { [name]: values[name] });
        set(name, values[name]);
      }
      filled.current = { ...filled.current, ...values };
      setUndo(Object.keys(taken).length > 0 ? { before, filled: taken } : undefined);
    },
    /** What was filled last, in words; undefined where nothing was. */
    said:
      undo &&
      Object.keys(undo.filled)
        .flatMap((name) => words[name as keyof NewProtocolForm] ?? [])
        .join(', '),
    /** Everything as it was before, but what was written since. */
    undo() {
      for (const [name, before] of Object.entries(undo?.before ?? {}) as [keyof NewProtocolForm, unknown][]) {
        if (!(undo && name in undo.filled) || isSame(name, undo.filled[name])) set(name, before);
      }
      filled.current = {};
      setUndo(undefined);
    },
    restart(values: Filling) {
      filled.current = values;
      setUndo(undefined);
    },
  };
}
