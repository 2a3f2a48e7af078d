import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Controller, useFieldArray, useFormContext } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { PersonPicker } from '#src/features/people/index.ts';
import { counted } from '#src/format/index.ts';
import { Button, IconButton, layout, pasteAsLine, TextField } from '#src/ui/index.ts';
import { pointsIn } from '../editing/pasted-text.ts';
import type { NewProtocolForm } from '../editing/protocol-form.ts';
import styles from './planned-agenda.module.css';

/** The questions of a meeting to come: title and speaker, added, removed and put in order. */
export function PlannedAgenda() {
  const { control, register, formState, setFocus, getValues } = useFormContext<NewProtocolForm>();
  const { fields, append, insert, update, remove, move } = useFieldArray({ control, name: 'agenda', keyName: 'key' });
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [said, setSaid] = useState('');
  // Where the focus goes once the rows are drawn anew.
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
    move(from, to);
    setSaid(`Вопрос теперь ${to + 1}-й`);
  };
  const drop = (index: number) => {
    const rest = fields.length - 1;
    wanted.current = { row: Math.min(index, rest - 1), control: 'title' };
    remove(index);
    setSaid('Вопрос убран');
    if (rest === 0) add.current?.focus();
  };
  /** The key would send the whole form, where the next question was meant. */
  const addNext = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (getValues(`agenda.${index}.title`).trim() === '') return;
    insert(index + 1, { id: uuidv7(), title: '', speaker: [] }, { focusName: `agenda.${index + 1}.title` });
  };
  /** A list from a letter: a question of each of its lines, where none was typed yet. */
  const paste = (event: ClipboardEvent<HTMLInputElement>, index: number) => {
    const [first, ...others] = pointsIn(event.clipboardData.getData('text/plain')).map(inOneLine);
    const question = getValues(`agenda.${index}`);
    if (first === undefined || others.length === 0 || question.title.trim() !== '') return pasteAsLine(event);
    event.preventDefault();
    update(index, { ...question, title: first });
    insert(
      index + 1,
      others.map((title) => ({ id: uuidv7(), title, speaker: [] })),
      { focusName: `agenda.${index + others.length}.title` },
    );
    setSaid(`Вставлено: ${counted(others.length + 1, 'вопрос', 'вопроса', 'вопросов')}`);
  };

  return (
    <section aria-labelledby="planned-agenda" className={layout.stack(3)}>
      <h2 id="planned-agenda">Повестка дня</h2>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {fields.length > 0 ? (
        <ol ref={list} className={layout.stack(4)}>
          {fields.map((item, index) => (
            <li key={item.key} className={styles.item}>
              <TextField
                label={`Вопрос ${index + 1}`}
                autoComplete="off"
                error={formState.errors.agenda?.[index]?.title?.message}
                onKeyDown={(event) => addNext(event, index)}
                onPaste={(event) => paste(event, index)}
                {...register(`agenda.${index}.title`)}
              />
              <Controller
                control={control}
                name={`agenda.${index}.speaker`}
                render={({ field }) => <PersonPicker label="Докладчик" value={field.value} onChange={field.onChange} />}
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
        <p className={styles.empty}>Вопросы можно добавить сейчас или потом, в самом протоколе.</p>
      )}
      <div>
        <Button
          ref={add}
          icon={Plus}
          onClick={() =>
            append({ id: uuidv7(), title: '', speaker: [] }, { focusName: `agenda.${fields.length}.title` })
          }
        >
          Добавить вопрос
        </Button>
      </div>
    </section>
  );
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
