import { zodResolver } from '@hookform/resolvers/zod';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { use, useEffect, useRef, useState } from 'react';
import { useFieldArray, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { maybe, requiredText, text } from '#contract/common.ts';
import { evidence } from '#contract/evidence.ts';
import type { Summary, SummaryPoint } from '#contract/insights/summary.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { errorWords, type Optimistic, type OutboxRow } from '#src/sync/index.ts';
import { Button, IconButton, layout, submitOnEnter, TextArea } from '#src/ui/index.ts';
import { EditingContext, useTyped } from '../editing/editing.ts';
import formStyles from '../editing/forms.module.css';
import styles from '../editing/side-list.module.css';
import { MomentButton } from '../playback/moment-button.tsx';
import { SummaryDraft } from './summary-draft.tsx';
import { type SummaryContent, summaryText } from './summary-text.ts';
import { useSummarySave } from './use-summary.ts';

const summaryForm = z.object({
  text: text(20_000),
  points: z.array(z.object({ text: requiredText(2_000), evidence: maybe(evidence) })),
  discardsDraft: z.boolean(),
});
type SummaryFormValues = z.infer<typeof summaryForm>;

interface SummaryFormProps {
  protocol: Protocol;
  /** The version in force; undefined where there is none yet. */
  summary: Optimistic<Summary> | undefined;
  /** The initial values where they are not the version in force: an older version, a refused mutation. */
  begins?: SummaryContent | undefined;
  resolves?: OutboxRow | undefined;
  /** `words` describe the result; undefined where the form was cancelled. */
  onDone: (words?: string) => void;
}

/** Form of the summary, with text and points, and a newer run beside it to take parts from. */
export function SummaryForm({ protocol, summary: shown, begins, resolves, onDone }: SummaryFormProps) {
  const { typed } = use(EditingContext);
  // The summary when the form opened: values read meanwhile are not changes made by the person.
  const [summary] = useState(shown);
  const form = useForm({
    resolver: zodResolver(summaryForm),
    defaultValues: (typed.get('summary') as SummaryFormValues | undefined) ?? valuesOf(begins ?? summary),
  });
  useTyped('summary', form);
  const { register, control, formState, setFocus, setValue } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'points', keyName: 'key' });
  const now = useWatch({ control });
  const add = useRef<HTMLButtonElement>(null);
  useEffect(() => setFocus('text'), [setFocus]);
  const close = (words?: string) => {
    typed.delete('summary');
    onDone(words);
  };
  const onSaved = (isKept: boolean) => close(isKept ? `Итоги: ${queuedWords.toLowerCase()}` : 'Итоги сохранены');
  const { save, busy, error, rival } = useSummarySave({ protocol, summary, resolves, onSaved });
  const drop = (index: number) => {
    remove(index);
    const rest = fields.length - 1;
    if (rest === 0) add.current?.focus();
    else requestAnimationFrame(() => setFocus(`points.${Math.min(index, rest - 1)}.text`));
  };
  const beside = rival ?? summary?.draft;
  /** The text that the last one replaced; they may be exchanged, so that nothing typed is lost. */
  const [replaced, setReplaced] = useState('');
  const replaceText = (words: string) => {
    setReplaced(form.getValues('text'));
    setValue('text', words, { shouldDirty: true });
    setFocus('text');
  };
  const failure = error ? errorWords(error) : undefined;
  return (
    <form
      noValidate
      className={styles.summaryForm}
      aria-label="Изменить итоги"
      onKeyDownCapture={submitOnEnter}
      onSubmit={form.handleSubmit((values) => {
        if (!busy) save(summaryForm.parse(values));
      })}
    >
      <TextArea label="Текст итогов" error={formState.errors.text?.message} {...register('text')} />
      {replaced.trim() ? (
        <div>
          <Button size="small" variant="quiet" icon={Undo2} onClick={() => replaceText(replaced)}>
            Вернуть прежний текст
          </Button>
        </div>
      ) : null}
      <fieldset className={layout.stack(4)}>
        <legend className={formStyles.legend}>Пункты</legend>
        {fields.map((point, index) => (
          <div key={point.key} className={formStyles.point}>
            <TextArea
              label={`Пункт ${index + 1}`}
              error={formState.errors.points?.[index]?.text?.message}
              {...register(`points.${index}.text`)}
            />
            <IconButton icon={Trash2} label={`Убрать: пункт ${index + 1}`} onClick={() => drop(index)} />
            {point.evidence ? (
              <span>
                <MomentButton evidence={point.evidence} />
              </span>
            ) : null}
          </div>
        ))}
        <div>
          <Button
            ref={add}
            size="small"
            icon={Plus}
            onClick={() => append({ text: '', evidence: null }, { focusName: `points.${fields.length}.text` })}
          >
            Добавить пункт
          </Button>
        </div>
      </fieldset>
      {rival ? (
        <p className={formStyles.failure} role="alert">
          Пока вы писали, итоги изменились. Сравните: «Сохранить» оставит то, что набрано здесь, прежнее останется в
          версиях.
        </p>
      ) : null}
      {beside ? (
        <SummaryDraft
          title={rival ? 'Теперь на сервере' : 'Новый вариант, составленный автоматически'}
          draft={beside}
          has={(words) => now.text?.trim() === words.trim() || (now.points ?? []).some((each) => each?.text === words)}
          onTakeText={replaceText}
          onTake={(points) => append(points.map(pointOf), { shouldFocus: false })}
        />
      ) : null}
      {summary?.draft && !rival ? (
        <label className={styles.check}>
          <input type="checkbox" {...register('discardsDraft')} />
          Убрать новый вариант при сохранении
        </label>
      ) : null}
      {failure ? (
        <p className={formStyles.failure} role="alert">
          <strong>Итоги не сохранены. {failure.title}.</strong> {failure.words}
        </p>
      ) : null}
      <div className={layout.centredRow(3)}>
        <Button type="submit" busy={busy}>
          {busy ? 'Загрузка...' : 'Сохранить'}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={() => close()}>
          Отмена
        </Button>
      </div>
    </form>
  );
}

function valuesOf(summary: SummaryContent | undefined): SummaryFormValues {
  return { text: summaryText(summary), points: (summary?.points ?? []).map(pointOf), discardsDraft: false };
}

function pointOf({ text: words, evidence: moment }: SummaryPoint) {
  return { text: words, evidence: moment ?? null };
}
