import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { type ChosenPerson, PersonPicker } from '#src/features/people/index.ts';
import { Button, IconButton, layout, TextField } from '#src/ui/index.ts';
import { useFieldError } from '../editing/use-field-error.ts';
import styles from './planned-agenda.module.css';
import { loadPastedAgenda, type Planned, type PlannedQuestions, usePlannedQuestions } from './use-planned-questions.ts';

interface PlannedAgendaProps {
  title?: string;
  /** Text shown while there are no questions. */
  empty?: string;
  /** Returns the people who are searched first for the speakers of a pasted list. */
  people: () => readonly ChosenPerson[];
  /** Buttons that add questions from other sources. */
  sources?: ReactNode;
}

/** Questions of a planned meeting with title and speaker: they can be added, removed and reordered. */
export function PlannedAgenda({
  title = 'Повестка дня',
  empty = 'Вопросы можно добавить сейчас или потом, в самом протоколе.',
  people,
  sources,
}: PlannedAgendaProps) {
  const questions = usePlannedQuestions(people);
  const { fields } = questions;
  return (
    <section aria-labelledby="planned-agenda" className={layout.stack(3)}>
      <h2 id="planned-agenda">{title}</h2>
      <p role="status" className="visually-hidden">
        {questions.announcement}
      </p>
      {fields.length > 0 ? (
        <ol
          ref={questions.list}
          className={layout.stack(4)}
          onFocus={() => void loadPastedAgenda()}
          onInput={questions.forgetPaste}
        >
          {fields.map((item, index) => (
            <QuestionRow key={item.key} index={index} total={fields.length} questions={questions} />
          ))}
        </ol>
      ) : (
        <p className={styles.empty}>{empty}</p>
      )}
      <div className={layout.centredRow(3)}>
        <Button ref={questions.addButton} icon={Plus} onClick={questions.addLast}>
          Добавить вопрос
        </Button>
        {sources}
        {questions.undoPaste ? (
          <Button variant="quiet" icon={Undo2} onClick={questions.undoPaste}>
            Вернуть вставленный текст
          </Button>
        ) : null}
      </div>
    </section>
  );
}

interface QuestionRowProps {
  /** Counted from 0. */
  index: number;
  total: number;
  questions: PlannedQuestions;
}

function QuestionRow({ index, total, questions }: QuestionRowProps) {
  const { control } = useFormContext<Planned>();
  return (
    <li className={styles.item}>
      <QuestionTitle
        index={index}
        failure={questions.failureOf(index)}
        onKeyDown={(event) => questions.addNext(event, index)}
        onPaste={(event) => questions.paste(event, index)}
      />
      <Controller
        control={control}
        name={`agenda.${index}.speaker`}
        render={({ field }) => (
          <PersonPicker
            label="Докладчик"
            value={field.value}
            onChange={(people) => {
              questions.forgetPaste();
              field.onChange(people);
            }}
          />
        )}
      />
      <div className={styles.tools}>
        <IconButton
          icon={ArrowUp}
          label={`Выше: вопрос ${index + 1}`}
          data-move="up"
          disabled={index === 0}
          onClick={() => questions.shift(index, index - 1)}
        />
        <IconButton
          icon={ArrowDown}
          label={`Ниже: вопрос ${index + 1}`}
          data-move="down"
          disabled={index === total - 1}
          onClick={() => questions.shift(index, index + 1)}
        />
        <IconButton icon={Trash2} label={`Убрать: вопрос ${index + 1}`} onClick={() => questions.drop(index)} />
      </div>
    </li>
  );
}

interface QuestionTitleProps {
  /** Counted from 0. */
  index: number;
  /** Why the list pasted into it was refused. */
  failure: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
}

function QuestionTitle({ index, failure, onKeyDown, onPaste }: QuestionTitleProps) {
  const { register } = useFormContext<Planned>();
  const error = useFieldError<Planned>(`agenda.${index}.title`);
  return (
    <TextField
      label={`Вопрос ${index + 1}`}
      autoComplete="off"
      error={failure ?? error}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      {...register(`agenda.${index}.title`)}
    />
  );
}
