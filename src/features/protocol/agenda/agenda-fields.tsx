import { memo } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { PersonPicker } from '#src/features/people/index.ts';
import { TextArea, TextField } from '#src/ui/index.ts';
import type { AgendaForm } from '../editing/agenda-form.ts';
import styles from '../editing/forms.module.css';
import { DecisionFields } from './decision-fields.tsx';
import { pasteTable } from './paste-table.ts';

const voteWords = { for: 'За', against: 'Против', abstained: 'Воздержались' } as const;

interface AgendaFieldsProps {
  onRemoving?: (() => void) | undefined;
}

/** The fields of one question: докладчик, слушали, выступили, решили, голосовали. Only its own form draws it anew. */
export const AgendaFields = memo(function AgendaFields({ onRemoving }: AgendaFieldsProps) {
  const { control, register, formState } = useFormContext<AgendaForm>();
  const { errors } = formState;
  return (
    <>
      <TextField label="Вопрос" aria-required autoComplete="off" error={errors.title?.message} {...register('title')} />
      <Controller
        control={control}
        name="speaker"
        render={({ field }) => <PersonPicker label="Докладчик" value={field.value} onChange={field.onChange} />}
      />
      <TextArea label="Слушали" error={errors.listened?.message} onPaste={pasteTable} {...register('listened')} />
      <TextArea label="Выступили" error={errors.discussion?.message} onPaste={pasteTable} {...register('discussion')} />
      <DecisionFields onRemoving={onRemoving} />
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
    </>
  );
});
