import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useRef } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { Button } from '#src/components/button.tsx';
import { IconButton } from '#src/components/icon-button.tsx';
import { TextArea } from '#src/components/text-area.tsx';
import type { AgendaForm } from './agenda-form.ts';
import styles from './forms.module.css';

/** «Решили», point by point. */
export function DecisionFields() {
  const { control, register, formState, setFocus } = useFormContext<AgendaForm>();
  const { fields, append, remove } = useFieldArray({ control, name: 'decisions', keyName: 'key' });
  const add = useRef<HTMLButtonElement>(null);
  const drop = (index: number) => {
    remove(index);
    const rest = fields.length - 1;
    if (rest === 0) add.current?.focus();
    else requestAnimationFrame(() => setFocus(`decisions.${Math.min(index, rest - 1)}.text`));
  };
  return (
    <fieldset className={styles.form}>
      <legend className={styles.legend}>Решили</legend>
      {fields.map((point, index) => (
        <div key={point.key} className={styles.point}>
          <TextArea
            label={`Решение ${index + 1}`}
            error={formState.errors.decisions?.[index]?.text?.message}
            {...register(`decisions.${index}.text`)}
          />
          <IconButton icon={Trash2} label={`Убрать: решение ${index + 1}`} onClick={() => drop(index)} />
        </div>
      ))}
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
