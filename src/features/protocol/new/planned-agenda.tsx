import { useQueryClient } from '@tanstack/react-query';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Controller, useFieldArray, useFormContext } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { type ChosenPerson, PersonPicker } from '#src/features/people/index.ts';
import { counted } from '#src/format/index.ts';
import { Button, IconButton, inOneLine, layout, pasteAsLine, TextField } from '#src/ui/index.ts';
import type { PastedQuestion } from '../agenda/pasted-agenda.ts';
import { peopleToAsk, plannedItems, tooMany } from '../agenda/planned-items.ts';
import type { NewProtocolForm } from '../editing/protocol-form.ts';
import { useFieldError } from '../editing/use-field-error.ts';
import styles from './planned-agenda.module.css';

let questionsIn: typeof import('../agenda/pasted-agenda.ts').questionsIn | undefined;

/** Loads the reading of pasted lists with the first question; where that fails, a list is pasted as one line. */
async function loadReading(): Promise<void> {
  questionsIn ??= await import('../agenda/pasted-agenda.ts').then(
    (reading) => reading.questionsIn,
    () => undefined,
  );
}

type Planned = Pick<NewProtocolForm, 'agenda'>;

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
  const { control, setFocus, getValues, setValue } = useFormContext<Planned>();
  const client = useQueryClient();
  const { fields, append, insert, replace, remove, move } = useFieldArray({ control, name: 'agenda', keyName: 'key' });
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [announcement, setAnnouncement] = useState('');
  /** The agenda before a list was pasted, with the pasted text in one line; cleared by any other change. */
  const [undo, setUndo] = useState<{ agenda: NewProtocolForm['agenda']; row: number }>();
  const [failure, setFailure] = useState<{ row: number; words: string }>();
  // Control that gets the focus once the rows are rendered.
  const wanted = useRef<{ row: number; control: 'title' | 'up' | 'down' }>(undefined);

  useEffect(() => {
    const place = wanted.current;
    wanted.current = undefined;
    if (!place || fields.length === 0) return;
    if (place.control === 'title') return setFocus(`agenda.${place.row}.title`);
    const row = list.current?.children[place.row];
    const buttons = ['up', 'down'].map((name) => row?.querySelector<HTMLButtonElement>(`[data-move="${name}"]`));
    const pressed = buttons[place.control === 'up' ? 0 : 1];
    (pressed?.disabled ? buttons.find((button) => button && !button.disabled) : pressed)?.focus();
  }, [fields, setFocus]);

  const shift = (from: number, to: number) => {
    wanted.current = { row: to, control: to < from ? 'up' : 'down' };
    setUndo(undefined);
    move(from, to);
    setAnnouncement(`Вопрос теперь ${to + 1}-й`);
  };
  const drop = (index: number) => {
    const rest = fields.length - 1;
    wanted.current = { row: Math.min(index, rest - 1), control: 'title' };
    setUndo(undefined);
    remove(index);
    setAnnouncement('Вопрос убран');
    if (rest === 0) add.current?.focus();
  };
  /** Adds a question on Enter, which would otherwise submit the whole form. */
  const addNext = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (getValues(`agenda.${index}.title`).trim() === '') return;
    setUndo(undefined);
    insert(index + 1, { id: uuidv7(), title: '', speaker: [] }, { focusName: `agenda.${index + 1}.title` });
  };
  /** Pastes a list from a mail or a table: each point becomes a question, if the field is still empty. */
  const paste = (event: ClipboardEvent<HTMLInputElement>, index: number) => {
    const [text, html] = [event.clipboardData.getData('text/plain'), event.clipboardData.getData('text/html')];
    setFailure(undefined);
    if (getValues(`agenda.${index}.title`).trim() !== '') return pasteAsLine(event);
    if (questionsIn) {
      const questions = questionsIn(text, html);
      if (isLine(questions)) return pasteAsLine(event);
      event.preventDefault();
      return putQuestions(questions, text, index);
    }
    event.preventDefault();
    void loadReading().then(() => {
      const questions = questionsIn?.(text, html) ?? [];
      if (isLine(questions)) setValue(`agenda.${index}.title`, inOneLine(text), { shouldDirty: true });
      else putQuestions(questions, text, index);
    });
  };
  const putQuestions = (questions: readonly PastedQuestion[], text: string, index: number) => {
    const before = getValues('agenda');
    const question = before[index];
    const words = tooMany(questions.length, before.length - 1);
    if (words) return setFailure({ row: index, words });
    const [first, ...others] = plannedItems(questions, peopleToAsk(client, people()));
    if (!first || !question) return;
    const kept = { ...first, id: question.id, speaker: first.speaker.length > 0 ? first.speaker : question.speaker };
    const line = inOneLine(text);
    setUndo({ agenda: before.with(index, { ...question, title: line }), row: index });
    wanted.current = { row: index + others.length, control: 'title' };
    replace([...before.slice(0, index), kept, ...others, ...before.slice(index + 1)]);
    setAnnouncement(`Вставлено: ${counted(questions.length, 'вопрос', 'вопроса', 'вопросов')}`);
  };
  const undoPaste = () => {
    if (!undo) return;
    wanted.current = { row: undo.row, control: 'title' };
    replace(undo.agenda);
    setUndo(undefined);
    setAnnouncement('Вставленный текст снова в одной строке');
  };

  return (
    <section aria-labelledby="planned-agenda" className={layout.stack(3)}>
      <h2 id="planned-agenda">{title}</h2>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {fields.length > 0 ? (
        <ol
          ref={list}
          className={layout.stack(4)}
          onFocus={() => void loadReading()}
          onInput={() => setUndo(undefined)}
        >
          {fields.map((item, index) => (
            <li key={item.key} className={styles.item}>
              <QuestionTitle
                index={index}
                failure={failure?.row === index ? failure.words : undefined}
                onKeyDown={(event) => addNext(event, index)}
                onPaste={(event) => paste(event, index)}
              />
              <Controller
                control={control}
                name={`agenda.${index}.speaker`}
                render={({ field }) => (
                  <PersonPicker
                    label="Докладчик"
                    value={field.value}
                    onChange={(people) => {
                      setUndo(undefined);
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
                  onClick={() => shift(index, index - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={`Ниже: вопрос ${index + 1}`}
                  data-move="down"
                  disabled={index === fields.length - 1}
                  onClick={() => shift(index, index + 1)}
                />
                <IconButton icon={Trash2} label={`Убрать: вопрос ${index + 1}`} onClick={() => drop(index)} />
              </div>
            </li>
          ))}
        </ol>
      ) : (
        <p className={styles.empty}>{empty}</p>
      )}
      <div className={layout.centredRow(3)}>
        <Button
          ref={add}
          icon={Plus}
          onClick={() => {
            setUndo(undefined);
            append({ id: uuidv7(), title: '', speaker: [] }, { focusName: `agenda.${fields.length}.title` });
          }}
        >
          Добавить вопрос
        </Button>
        {sources}
        {undo ? (
          <Button variant="quiet" icon={Undo2} onClick={undoPaste}>
            Вернуть вставленный текст
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/** Whether a pasted text is no list, so that it stays one line. */
function isLine(questions: readonly PastedQuestion[]): boolean {
  return questions.length < 2 && !questions[0]?.speaker;
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
