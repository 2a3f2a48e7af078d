import { zodResolver } from '@hookform/resolvers/zod';
import { use, useEffect, useState } from 'react';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { AgendaItem, Protocol } from '#contract/protocol.ts';
import { PersonPicker } from '#src/components/person-picker.tsx';
import { TextArea } from '#src/components/text-area.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { editBase } from '#src/lib/writes/edit-base.ts';
import type { Laid } from '#src/lib/writes/unsent.ts';
import type { OutboxRow } from '#src/offline/outbox-row.ts';
import { type AgendaForm, agendaForm, agendaFormOf, agendaItemOf } from './agenda-form.ts';
import { amendedEdit } from './amended.ts';
import { DecisionFields } from './decision-fields.tsx';
import { EditingContext, useTyped } from './editing.ts';
import styles from './forms.module.css';
import { keptWords } from './kept-words.ts';
import type { NameOf } from './people.ts';
import { SaveBar } from './save-bar.tsx';
import { useProtocolSave } from './use-protocol-save.ts';

interface AgendaItemFormProps {
  protocol: Laid<Protocol>;
  /** Undefined for one that is being added. */
  item: AgendaItem | undefined;
  /** A kept write that is changed, in place of a new one. */
  amends?: OutboxRow | undefined;
  position: number;
  nameOf: NameOf;
  onDone: (words?: string) => void;
}

const voteWords = { for: 'За', against: 'Против', abstained: 'Воздержались' } as const;

/** One question in its form: докладчик, слушали, выступили, решили, голосовали. */
export function AgendaItemForm({ protocol, item, amends, position, nameOf, onDone }: AgendaItemFormProps) {
  const { typed } = use(EditingContext);
  const place = amends ? (`write ${amends.id}` as const) : 'part';
  const [{ base, newId, laid }] = useState(() => {
    const edit = amendedEdit(amends);
    return {
      base: edit?.base ?? editBase(protocol),
      newId: edit?.itemId ?? uuidv7(),
      laid: amends ? undefined : protocol.unsent,
    };
  });
  const form = useForm({
    resolver: zodResolver(agendaForm),
    defaultValues: (typed.get(place) as AgendaForm | undefined) ?? agendaFormOf(item, nameOf),
  });
  const { register, formState, setFocus } = form;
  const { errors } = formState;
  useTyped(place, form);
  useEffect(() => setFocus('title'), [setFocus]);
  const saving = useProtocolSave(base, {
    laid,
    amends,
    onSaved: (isKept) => onDone(isKept ? keptWords : item ? 'Вопрос сохранён' : 'Вопрос добавлен'),
  });

  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label={`Вопрос ${position}`}
        className={styles.form}
        onSubmit={form.handleSubmit((values) => {
          const parsed = agendaForm.parse(values);
          const itemId = item?.id ?? newId;
          saving.save({ agenda: withItem(base.agenda ?? [], itemId, parsed) }, { itemId, people: parsed.speaker });
        })}
      >
        <TextField label="Вопрос" autoComplete="off" error={errors.title?.message} {...register('title')} />
        <Controller
          control={form.control}
          name="speaker"
          render={({ field }) => <PersonPicker label="Докладчик" value={field.value} onChange={field.onChange} />}
        />
        <TextArea label="Слушали" error={errors.listened?.message} {...register('listened')} />
        <TextArea label="Выступили" error={errors.discussion?.message} {...register('discussion')} />
        <DecisionFields />
        <fieldset>
          <legend className={styles.legend}>Голосовали</legend>
          <div className={styles.votes}>
            {(['for', 'against', 'abstained'] as const).map((name) => (
              <TextField
                key={name}
                label={voteWords[name]}
                inputMode="numeric"
                autoComplete="off"
                error={errors.votes?.[name]?.message}
                {...register(`votes.${name}`)}
              />
            ))}
          </div>
        </fieldset>
        <SaveBar saving={saving} nameOf={nameOf} onCancel={() => onDone()} />
      </form>
    </FormProvider>
  );
}

/** The agenda with the typed item in its place; one that is not there yet, or no longer, stands at its end. */
function withItem(items: readonly AgendaItem[], id: string, form: AgendaForm): AgendaItem[] {
  const base = items.find((each) => each.id === id);
  const item = agendaItemOf(base, form, id);
  return base ? items.map((each) => (each === base ? item : each)) : [...items, item];
}
