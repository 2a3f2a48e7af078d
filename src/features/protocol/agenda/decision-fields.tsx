import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { counted } from '#src/format/index.ts';
import { Button, IconButton } from '#src/ui/index.ts';
import type { AgendaForm } from '../editing/agenda-form.ts';
import { pasteTable, pointsIn } from '../editing/pasted-text.ts';
import { focusPlace } from '../editing/places.ts';
import styles from '../editing/sheet.module.css';
import own from './question-fields.module.css';
import { WrittenText } from './written-text.tsx';

const most = 200;

/** What the bar of a question asks of its decisions. */
export interface DecisionActions {
  /** Adds an empty decision behind the last one, with the caret in it. */
  append: () => void;
}

interface DecisionFieldsProps {
  ref?: Ref<DecisionActions> | undefined;
  /** Of the question, from 1. */
  position: number;
  /** Whether «Добавить решение» stands below them. */
  isOffered: boolean;
  beside?: ((id: string, place: string) => ReactNode) | undefined;
  /** Called before one is taken out. */
  onRemoving?: (() => void) | undefined;
}

/** «Решили», point by point: Enter begins the next one, Backspace at the start of one joins it to the one before. */
export function DecisionFields({ ref, position, isOffered, beside, onRemoving }: DecisionFieldsProps) {
  const { control, register, formState, setValue, getValues } = useFormContext<AgendaForm>();
  const { fields, append, remove, insert, move, update } = useFieldArray({
    control,
    name: 'decisions',
    keyName: 'key',
  });
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  /** The id of the point where several lines were pasted. */
  const [pasted, setPasted] = useState<string>();
  /** Where the caret is to stand once the decisions are drawn. */
  const wanted = useRef<{ index: number; offset?: number | undefined }>(undefined);
  useEffect(() => {
    const at = wanted.current;
    if (!at || !fields) return;
    wanted.current = undefined;
    const found = list.current?.querySelectorAll<HTMLElement>('textarea')[at.index];
    if (found) focusPlace(found, at.offset);
    else add.current?.focus();
  }, [fields]);
  useImperativeHandle(ref, () => ({ append: () => insertAt(fields.length, '') }));

  const textOf = (index: number) => getValues(`decisions.${index}.text`);
  const insertAt = (index: number, text: string) => {
    if (fields.length >= most) return;
    wanted.current = { index, offset: 0 };
    insert(index, { id: uuidv7(), text }, { shouldFocus: false });
  };
  const drop = (index: number, at: { index: number; offset?: number }) => {
    onRemoving?.();
    wanted.current = at;
    remove(index);
  };
  /** Joins a decision to the one before it; the caret stays between their words. */
  const join = (index: number) => {
    const before = textOf(index - 1);
    const text = before + textOf(index);
    if (text.length > 10_000) return;
    drop(index, { index: index - 1, offset: before.length });
    setValue(`decisions.${index - 1}.text`, text, { shouldDirty: true });
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>, index: number) => {
    const { key, currentTarget: field, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (event.nativeEvent.isComposing || ctrlKey || metaKey || shiftKey) return;
    const { selectionStart: from, selectionEnd: to, value } = field;
    const isCaret = from === to;
    const act = (work: () => void) => {
      event.preventDefault();
      work();
    };
    if (altKey && key === 'Enter') {
      // The first press makes the task, another one leads to it.
      const beside = field.closest('li')?.querySelector<HTMLElement>('[data-make], [data-owner]');
      if (!beside) return;
      return act(() => (beside.matches('[data-make]') ? beside.click() : beside.focus()));
    }
    if (altKey) {
      const by = { ArrowUp: -1, ArrowDown: 1 }[key];
      const place = index + (by ?? 0);
      if (by === undefined || place < 0 || place >= fields.length) return;
      return act(() => {
        wanted.current = { index: place, offset: from };
        move(index, place);
      });
    }
    if (key === 'Enter') {
      // In an empty one at the end the writing of decisions ends: the question hears the key.
      if (value === '' && index === fields.length - 1) return;
      return act(() => {
        const rest = value.slice(to);
        setValue(`decisions.${index}.text`, value.slice(0, from), { shouldDirty: true });
        insertAt(index + 1, rest);
      });
    }
    if (key === 'Backspace' && isCaret && from === 0 && (index > 0 || (value === '' && fields.length > 1)))
      return act(() => (index > 0 ? join(index) : drop(0, { index: 0, offset: 0 })));
    if (key === 'Delete' && isCaret && from === value.length && index < fields.length - 1)
      return act(() => join(index + 1));
  };
  const split = (index: number, points: string[]) => {
    const [first = '', ...others] = points;
    onRemoving?.();
    setPasted(undefined);
    update(index, { ...getValues(`decisions.${index}`), text: first });
    wanted.current = { index: index + others.length };
    insert(
      index + 1,
      others.map((text) => ({ id: uuidv7(), text })),
      { shouldFocus: false },
    );
  };
  if (fields.length === 0 && !isOffered) return null;
  return (
    <>
      <h3 className={styles.part}>Решили</h3>
      <ol ref={list} className={styles.points}>
        {fields.map((point, index) => {
          const place = `${position}.${index + 1}.`;
          const points = pasted === point.id ? pointsIn(textOf(index)) : [];
          const isSplittable = points.length > 1 && fields.length + points.length - 1 <= most;
          return (
            <li key={point.key} className={styles.point}>
              <span className={styles.pointText}>
                <span className={styles.pointPlace}>{place}</span>
                <WrittenText
                  place="decision"
                  label={`Решение ${index + 1}`}
                  error={formState.errors.decisions?.[index]?.text?.message}
                  onKeyDown={(event) => press(event, index)}
                  onPaste={(event) => {
                    pasteTable(event);
                    // The field has the pasted text only after this event.
                    setTimeout(() => setPasted(point.id));
                  }}
                  {...register(`decisions.${index}.text`)}
                />
              </span>
              {beside?.(point.id, place)}
              {isOffered ? (
                <IconButton
                  icon={Trash2}
                  size="small"
                  label={`Убрать: решение ${index + 1}`}
                  onClick={() => drop(index, { index: Math.min(index, fields.length - 2) })}
                />
              ) : null}
              {isSplittable ? (
                <p role="status" className={own.offer}>
                  Вставлено несколько строк.{' '}
                  <Button size="small" onClick={() => split(index, points)}>
                    Разделить на {counted(points.length, 'решение', 'решения', 'решений')}
                  </Button>
                </p>
              ) : null}
            </li>
          );
        })}
      </ol>
      {isOffered ? (
        <div>
          <Button
            ref={add}
            size="small"
            variant="quiet"
            icon={Plus}
            data-place="add-decision"
            className={styles.add}
            onClick={() => {
              wanted.current = { index: fields.length };
              append({ id: uuidv7(), text: '' }, { shouldFocus: false });
            }}
          >
            Добавить решение
          </Button>
        </div>
      ) : null}
    </>
  );
}
