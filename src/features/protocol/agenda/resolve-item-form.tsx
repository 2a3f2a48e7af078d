import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, use, useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { OutboxRow } from '#src/sync/index.ts';
import { focusUnchosenName, layout } from '#src/ui/index.ts';
import { SaveBar } from '../conflict/save-bar.tsx';
import { type AgendaForm, agendaForm, agendaFormOf, withItem } from '../editing/agenda-form.ts';
import type { editToResolve } from '../editing/edit-to-resolve.ts';
import { EditingContext, useTyped } from '../editing/editing.ts';
import type { NameOf } from '../editing/people.ts';
import { allPlaces } from '../editing/places.ts';
import { useProtocolSave } from '../editing/use-protocol-save.ts';
import { AgendaFields } from './agenda-fields.tsx';

interface ResolveItemFormProps {
  /** The refused mutation that is being resolved. */
  row: OutboxRow;
  edit: NonNullable<ReturnType<typeof editToResolve>>;
  itemId: string;
  nameOf: NameOf;
  onDone: (words?: string) => void;
}

/** Form of an agenda item whose change the server refused, to edit and send it again. */
export function ResolveItemForm({ row, edit, itemId, nameOf, onDone }: ResolveItemFormProps) {
  const { typed } = use(EditingContext);
  const key = `write ${row.id}` as const;
  const [base] = useState(edit.base);
  const agenda = edit.change.agenda ?? [];
  const place = agenda.findIndex(({ id }) => id === itemId);
  const form = useForm({
    resolver: zodResolver(agendaForm),
    defaultValues: (typed.get(key) as AgendaForm | undefined) ?? agendaFormOf(agenda[place], nameOf),
  });
  const { setFocus } = form;
  useTyped(key, form);
  useEffect(() => setFocus('title'), [setFocus]);
  const saving = useProtocolSave(base, { resolves: row, onSaved: () => onDone('Вопрос сохранён') });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (focusUnchosenName(event.currentTarget)) return event.preventDefault();
    void form.handleSubmit((values) => {
      const parsed = agendaForm.parse(values);
      saving.save({ agenda: withItem(base.agenda ?? [], itemId, parsed) }, { itemId, people: parsed.speaker });
    })(event);
  };
  return (
    <FormProvider {...form}>
      <form noValidate aria-label={`Вопрос ${place + 1}`} className={layout.stack(4)} onSubmit={submit}>
        <AgendaFields position={place + 1} places={allPlaces} />
        <SaveBar saving={saving} nameOf={nameOf} onCancel={() => onDone()} />
      </form>
    </FormProvider>
  );
}
