import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { counted } from '#src/format/index.ts';
import { Button, IconButton, layout, TextArea } from '#src/ui/index.ts';
import type { AgendaForm } from '../editing/agenda-form.ts';
import styles from '../editing/forms.module.css';
import { pointsIn } from '../editing/pasted-text.ts';
import { pasteTable } from './paste-table.ts';

const most = 200;

/** «Решили», point by point. `onRemoving` is called before one is taken out. */
export function DecisionFields({ onRemoving }: { onRemoving?: (() => void) | undefined }) {
  const { control, register, formState, setFocus, getValues } = useFormContext<AgendaForm>();
  const { fields, append, remove, insert, update } = useFieldArray({ control, name: 'decisions', keyName: 'key' });
  const add = useRef<HTMLButtonElement>(null);
  /** Where several lines were pasted. */
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
                // What was pasted is in the field a moment later.
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
