import { zodResolver } from '@hookform/resolvers/zod';
import { use, useEffect, useState } from 'react';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { AgendaItem, Protocol } from '#contract/protocol.ts';
import { PersonPicker } from '#src/components/person-picker.tsx';
import { TextArea } from '#src/components/text-area.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { type AgendaForm, agendaForm, agendaFormOf, agendaItemOf } from './agenda-form.ts';
import { DecisionFields } from './decision-fields.tsx';
import { EditingContext, useTyped } from './editing.ts';
import styles from './forms.module.css';
import type { NameOf } from './people.ts';
import { SaveBar } from './save-bar.tsx';
import { useProtocolSave } from './use-protocol-save.ts';

interface AgendaItemFormProps {
  protocol: Protocol;
  /** Undefined for one that is being added. */
  item: AgendaItem | undefined;
  position: number;
  nameOf: NameOf;
  onDone: (words?: string) => void;
}

const voteWords = { for: 'За', against: 'Против', abstained: 'Воздержались' } as const;

/** One question in its form: докладчик, слушали, выступили, решили, голосовали. */
export function AgendaItemForm({ protocol, item, position, nameOf, onDone }: AgendaItemFormProps) {
  const { typed } = use(EditingContext);
  const [{ base, newId }] = useState({ base: protocol, newId: uuidv7() });
  const form = useForm({
    resolver: zodResolver(agendaForm),
    defaultValues: (typed.get('part') as AgendaForm | undefined) ?? agendaFormOf(item, nameOf),
  });
  const { register, formState, setFocus } = form;
  const { errors } = formState;
  useTyped('part', form);
  useEffect(() => setFocus('title'), [setFocus]);
  const saving = useProtocolSave(base, () => onDone(item ? 'Вопрос сохранён' : 'Вопрос добавлен'));

  const send = (over: boolean) =>
    form.handleSubmit((values) => {
      const parsed = agendaForm.parse(values);
      saving.save({ over, change: (under) => ({ agenda: withItem(under, item?.id, newId, parsed) }) });
    })();

  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label={`Вопрос ${position}`}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send(false);
        }}
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
        <SaveBar
          saving={saving}
          onOverwrite={() => void send(true)}
          onReload={() => onDone()}
          onCancel={() => onDone()}
        />
      </form>
    </FormProvider>
  );
}

/** The agenda with the typed item in its place; one that somebody removed meanwhile comes back at the end. */
function withItem({ agenda }: Protocol, id: string | undefined, newId: string, form: AgendaForm): AgendaItem[] {
  const items = agenda ?? [];
  const base = items.find((each) => each.id === id);
  const item = agendaItemOf(base, form, id ?? newId);
  return base ? items.map((each) => (each === base ? item : each)) : [...items, item];
}
