import { useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { ChosenPerson } from '#src/features/people/index.ts';
import { counted } from '#src/format/index.ts';
import { inOneLine, pasteAsLine } from '#src/ui/index.ts';
import type { PastedQuestion } from '../agenda/pasted-agenda.ts';
import { peopleToAsk, plannedItems, tooMany } from '../agenda/planned-items.ts';
import type { NewProtocolForm } from '../editing/protocol-form.ts';

let questionsIn: typeof import('../agenda/pasted-agenda.ts').questionsIn | undefined;

/** Loads the reading of pasted lists with the first question; where that fails, a list is pasted as one line. */
export async function loadPastedAgenda(): Promise<void> {
  questionsIn ??= await import('../agenda/pasted-agenda.ts').then(
    (reading) => reading.questionsIn,
    () => undefined,
  );
}

export type Planned = Pick<NewProtocolForm, 'agenda'>;
export type PlannedQuestions = ReturnType<typeof usePlannedQuestions>;

/**
 * The questions of the form around it, and what is done to them: adding, removing, moving, pasting a list. `people`
 * returns those who are searched first for the speakers of a pasted list.
 */
export function usePlannedQuestions(people: () => readonly ChosenPerson[]) {
  const { control, setFocus, getValues, setValue } = useFormContext<Planned>();
  const client = useQueryClient();
  const { fields, append, insert, replace, remove, move } = useFieldArray({ control, name: 'agenda', keyName: 'key' });
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
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
    if (rest === 0) addButton.current?.focus();
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
    void loadPastedAgenda().then(() => {
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
  const addLast = () => {
    setUndo(undefined);
    append({ id: uuidv7(), title: '', speaker: [] }, { focusName: `agenda.${fields.length}.title` });
  };
  const undoPaste = () => {
    if (!undo) return;
    wanted.current = { row: undo.row, control: 'title' };
    replace(undo.agenda);
    setUndo(undefined);
    setAnnouncement('Вставленный текст снова в одной строке');
  };

  return {
    fields,
    list,
    addButton,
    announcement,
    addLast,
    addNext,
    drop,
    /** Why the list pasted into this question was refused. */
    failureOf: (row: number) => (failure?.row === row ? failure.words : undefined),
    /** To be called after a change of a question: a paste before it can no longer be undone. */
    forgetPaste: () => setUndo(undefined),
    paste,
    shift,
    /** Puts the pasted text back into one line; undefined where nothing was pasted last. */
    undoPaste: undo && undoPaste,
  };
}

/** Whether a pasted text is no list, so that it stays one line. */
function isLine(questions: readonly PastedQuestion[]): boolean {
  return questions.length < 2 && !questions[0]?.speaker;
}
