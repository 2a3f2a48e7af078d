import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { memo, useRef, useState } from 'react';
import { Controller, useFieldArray, useFormContext } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { PersonPicker } from '#src/features/people/index.ts';
import { counted } from '#src/format/index.ts';
import { Button, IconButton, layout, TextArea, TextField } from '#src/ui/index.ts';
import type { AgendaForm } from '../editing/agenda-form.ts';
import styles from '../editing/forms.module.css';
import { pasteTable, pointsIn } from '../editing/pasted-text.ts';

const voteWords = { for: 'За', against: 'Против', abstained: 'Воздержались' } as const;

interface AgendaFieldsProps {
  onRemoving?: (() => void) | undefined;
}

/** The fields of one question: докладчик, слушали, выступили, решили, голосовали. Only its own form renders it. */
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

const most = 200;

/** «Решили», point by point. `onRemoving` is called before one is taken out. */
function DecisionFields({ onRemoving }: { onRemoving?: (() => void) | undefined }) {
  const { control, register, formState, setFocus, getValues } = useFormContext<AgendaForm>();
  const { fields, append, remove, insert, update } = useFieldArray({ control, name: 'decisions', keyName: 'key' });
  const add = useRef<HTMLButtonElement>(null);
  /** The id of the point where several lines were pasted. */
  const [pasted, setPasted] = useState<string>();
  const drop = (index: number) => {
    onRemoving?.();
    remove(index);
    const rest = fields.length - 1;
    if (rest === 0) add.current?.focus();
    else requestAnimationFrame(() => setFocus(`decisions.${Math.min(index, rest - 1)}.text`));
  };
  const split = (index: number, points: string[]) => {
    const [first = '', ...others] = points;
    onRemoving?.();
    setPasted(undefined);
    update(index, { ...getValues(`decisions.${index}`), text: first });
    insert(
      index + 1,
      others.map((text) => ({ id: uuidv7(), text })),
      { focusName: `decisions.${index + others.length}.text` },
    );
  };
  return (
    <fieldset className={layout.stack(4)}>
      <legend className={styles.legend}>Решили</legend>
      {fields.map((point, index) => {
        const points = pasted === point.id ? pointsIn(getValues(`decisions.${index}.text`)) : [];
        const isSplittable = points.length > 1 && fields.length + points.length - 1 <= most;
        return (
          <div key={point.key} className={styles.point}>
            <TextArea
              label={`Решение ${index + 1}`}
              error={formState.errors.decisions?.[index]?.text?.message}
              onPaste={(event) => {
                pasteTable(event);
                // The field has the pasted text only after this event.
                setTimeout(() => setPasted(point.id));
              }}
              {...register(`decisions.${index}.text`)}
            />
            <IconButton icon={Trash2} label={`Убрать: решение ${index + 1}`} onClick={() => drop(index)} />
            {isSplittable ? (
              <p role="status" className={styles.offer}>
                Вставлено несколько строк.{' '}
                <Button size="small" onClick={() => split(index, points)}>
                  Разделить на {counted(points.length, 'решение', 'решения', 'решений')}
                </Button>
              </p>
            ) : null}
          </div>
        );
      })}
      <div>
        <Button
          ref={add}
          size="small"
          icon={Plus}
          onClick={() => append({ id: uuidv7(), text: '' }, { focusName: `decisions.${fields.length}.text` })}
        >
          Добавить решение
        </Button>
      </div>
    </fieldset>
  );
}
