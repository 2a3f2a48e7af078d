import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, use, useEffect, useRef, useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { Evidence } from '#contract/evidence.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { type Task, taskPriorities, taskPriorityWords } from '#contract/tasks/task.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { momentNow } from '#src/data/recording/index.ts';
import type { TaskSource } from '#src/data/task/index.ts';
import { showFieldErrors } from '#src/features/forms/index.ts';
import { PersonPicker } from '#src/features/people/index.ts';
import { errorWords, type Optimistic, type OutboxRow, useOpenForm } from '#src/sync/index.ts';
import { Button, DateField, focusUnchosenName, layout, SelectField, submitOnEnter, TextArea } from '#src/ui/index.ts';
import { useRefusal } from '../editing/edit-to-resolve.ts';
import { EditingContext, type FormKey, useTyped } from '../editing/editing.ts';
import formStyles from '../editing/forms.module.css';
import type { NameOf } from '../editing/people.ts';
import styles from '../editing/side-list.module.css';
import { resolveTask, taskOf } from './resolve-task.ts';
import { saveTask, type TaskForm as TaskFormValues, taskForm, taskFormOf, taskKey } from './save-task.ts';
import { dueHint } from './task-due-hint.ts';

export interface TaskDraft {
  /** Key under which the typed values are kept. */
  key: FormKey;
  values: Partial<TaskFormValues>;
  source: TaskSource;
}

interface TaskFormProps {
  protocol: Protocol;
  /** Undefined for a new task. */
  task?: Optimistic<Task> | undefined;
  /** Queued mutation that is resolved instead of making a new one. */
  resolves?: OutboxRow | undefined;
  /** Initial values of a new task. */
  draft?: TaskDraft | undefined;
  nameOf: NameOf;
  /** Field that gets the focus; by default the title, or the assignee of a draft. */
  focusOn?: 'title' | 'assignee' | 'due' | undefined;
  /** `isKept`: the change waits on this device. */
  onSaved: (values: TaskFormValues, isKept: boolean) => void;
  onCancel: () => void;
}

/** Form of a task: title, assignee, deadline, priority, agenda item. */
export function TaskForm({ protocol, task, resolves, draft, nameOf, focusOn, onSaved, onCancel }: TaskFormProps) {
  const { typed } = use(EditingContext);
  const place = resolves ? (`write ${resolves.id}` as const) : (draft?.key ?? taskKey(task));
  const openForm = useOpenForm();
  // Each new task gets a new id.
  const newId = useRef(uuidv7());
  const isNew = !task && !resolves;
  // The task when the form opened: values read meanwhile are not changes made by the person.
  const [opened] = useState(task);
  const [shown] = useState(() => ({
    ...taskFormOf(resolves ? taskOf(resolves) : task, nameOf),
    ...draft?.values,
  }));
  // Checked when sent: a message that appears on blur would move «Закрыть» away from under the pointer.
  const form = useForm({
    resolver: zodResolver(taskForm),
    defaultValues: (typed.get(place) as TaskFormValues | undefined) ?? shown,
  });
  useTyped(place, form);
  const begun = useBegunMoment(protocol.id, form);
  const { setError, setFocus } = form;
  const assignee = useRef<HTMLInputElement>(null);
  const focused = focusOn ?? (draft ? 'assignee' : 'title');
  const sheet = useRef<HTMLFormElement>(null);
  // Focusing alone would leave all fields but the first below the edge of the window.
  useEffect(() => {
    if (isNew) sheet.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isNew]);
  // Incremented with each added task, to focus the form for the next one.
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (round < 0) return;
    if (focused === 'assignee') assignee.current?.focus();
    else setFocus(focused);
  }, [round, setFocus, focused]);
  const save = useMutation({
    mutationFn: (values: TaskFormValues) =>
      resolves
        ? resolveTask(resolves, shown, values)
        : saveTask(
            {
              ...{ protocol, task: opened, shown, form: values, newId: newId.current },
              source: draft?.source ?? begun.source(),
            },
            openForm,
          ),
    onSuccess: (isKept, values) => {
      newId.current = uuidv7();
      // If the person went on typing meanwhile, the form keeps those values as the next task.
      const isNext = JSON.stringify(taskForm.safeParse(form.getValues()).data) !== JSON.stringify(values);
      begun.next(isNext);
      if (!isNew) typed.delete(place);
      onSaved(values, isKept);
      if (isNew && !isNext) {
        form.reset(taskFormOf(undefined, nameOf));
        typed.delete(place);
        setRound((before) => before + 1);
      }
    },
  });
  const refusal = useRefusal(resolves);
  const error = save.error ?? refusal;
  useEffect(() => {
    showFieldErrors(error, ['title', 'assignee', 'due', 'priority', 'agenda_id'], setError, {
      assignee: 'assignee_id',
      due: 'due_at',
    });
  }, [error, setError]);
  const failure = save.error ? errorWords(save.error) : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (focusUnchosenName(event.currentTarget)) return event.preventDefault();
    void form.handleSubmit((values) => {
      if (!save.isPending) save.mutate(taskForm.parse(values));
    })(event);
  };
  return (
    <form
      ref={sheet}
      noValidate
      className={styles.taskForm}
      aria-label={isNew ? 'Новое поручение' : 'Изменить поручение'}
      data-form="task"
      onKeyDownCapture={submitOnEnter}
      onSubmit={submit}
    >
      <TaskInputs form={form} assigneeRef={assignee} protocol={protocol} />
      {failure ? (
        <p className={formStyles.failure} role="alert">
          <strong>Поручение не сохранено. {failure.title}.</strong> {failure.words}
        </p>
      ) : null}
      <div className={layout.centredRow(3)}>
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? 'Загрузка...' : isNew ? 'Добавить поручение' : 'Сохранить'}
        </Button>
        <Button
          variant="quiet"
          disabled={save.isPending}
          onClick={() => {
            typed.delete(place);
            onCancel();
          }}
        >
          {isNew ? 'Закрыть' : 'Отмена'}
        </Button>
      </div>
    </form>
  );
}

interface TaskInputsProps {
  form: UseFormReturn<TaskFormValues>;
  assigneeRef: RefObject<HTMLInputElement | null>;
  protocol: Pick<Protocol, 'agenda' | 'held_at'>;
}

function TaskInputs({ form: { register, control, formState }, assigneeRef, protocol }: TaskInputsProps) {
  const { ownTasks } = useOffers();
  const agenda = protocol.agenda ?? [];
  return (
    <>
      <TextArea label="Что сделать" aria-required error={formState.errors.title?.message} {...register('title')} />
      <Controller
        control={control}
        name="assignee"
        render={({ field, fieldState }) => (
          <PersonPicker
            name={field.name}
            label="Ответственный"
            inputRef={assigneeRef}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="due"
        render={({ field, fieldState }) => (
          <DateField
            name={field.name}
            label="Срок"
            fieldRef={field.ref}
            hint={dueHint(field.value, protocol.held_at)}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      {ownTasks ? (
        <SelectField label="Приоритет" error={formState.errors.priority?.message} {...register('priority')}>
          {taskPriorities.map((priority) => (
            <option key={priority} value={priority}>
              {taskPriorityWords[priority]}
            </option>
          ))}
        </SelectField>
      ) : null}
      {agenda.length > 0 ? (
        <SelectField label="Вопрос повестки" error={formState.errors.agenda_id?.message} {...register('agenda_id')}>
          <option value="">Не связано с вопросом</option>
          {agenda.map((item, index) => (
            <option key={item.id} value={item.id}>
              {index + 1}. {item.title || 'Вопрос без названия'}
            </option>
          ))}
        </SelectField>
      ) : null}
    </>
  );
}

/**
 * Keeps the moment of the running recording at which typing a task began; if there is none, the moment of adding it is
 * used.
 */
function useBegunMoment(protocolId: string, { subscribe }: UseFormReturn<TaskFormValues>) {
  const begun = useRef<Evidence>(undefined);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        // A reset of the form has no field name.
        callback: ({ name }) => {
          if (name !== undefined) begun.current ??= momentNow(protocolId);
        },
      }),
    [subscribe, protocolId],
  );
  return {
    source(): TaskSource | undefined {
      const evidence = begun.current ?? momentNow(protocolId);
      return evidence && { evidence };
    },
    /** `isTyped`: the next task is already being typed. */
    next(isTyped: boolean) {
      begun.current = isTyped ? momentNow(protocolId) : undefined;
    },
  };
}
