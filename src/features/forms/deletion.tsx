import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { Call } from '#contract/call.ts';
import { removedWords } from '#src/data/queued/index.ts';
import { errorWords, type Mutation, remove, removeForGood, useOpenForm } from '#src/sync/index.ts';
import { ConfirmDialog, showToast } from '#src/ui/index.ts';
import styles from './deletion-question.module.css';

interface DeletionQuestionProps<T> {
  deletion: Deletion<T>;
  /** «Удалить протокол?» */
  title: string;
  /** «Протокол не удалён» */
  failed: string;
  /** Pronoun of the thing in the accusative. */
  it: 'её' | 'его' | 'это' | 'их';
  /** What is deleted, and what is deleted with it. */
  children: (thing: T) => ReactNode;
}

/** Confirmation dialog of a deletion; renders nothing while none is asked. A failure is shown in the dialog. */
export function DeletionQuestion<T>({ deletion, ...rest }: DeletionQuestionProps<T>) {
  const { asked } = deletion;
  return asked ? <Question deletion={deletion} asked={asked} {...rest} /> : null;
}

function Question<T>({
  deletion: { isBusy, error, confirm, cancel },
  asked: { thing, isFinal },
  title,
  failed,
  it,
  children,
}: DeletionQuestionProps<T> & { asked: AskedDeletion<T> }) {
  return (
    <ConfirmDialog title={title} confirm="Удалить" danger busy={isBusy} onConfirm={confirm} onCancel={cancel}>
      {children(thing)}
      <p className={styles.way}>
        {isFinal
          ? `На устройстве нет места, поэтому вернуть ${it} будет нельзя.`
          : 'Сразу после этого удаление ещё можно будет отменить.'}
      </p>
      {error ? (
        <p className={styles.failure} role="alert">
          {failed}. {errorWords(error).words}
        </p>
      ) : null}
    </ConfirmDialog>
  );
}

/** The deletion that the person is asked to confirm. */
interface AskedDeletion<T> {
  thing: T;
  /** Whether the deletion cannot be undone, because the device cannot store it. */
  isFinal: boolean;
}

export interface Deletion<T> {
  /** Deletes the thing, or asks first. The function is stable, so that memoised rows do not render again. */
  start(thing: T): void;
  asked: AskedDeletion<T> | undefined;
  isBusy: boolean;
  error: Error | null;
  confirm(): void;
  cancel(): void;
}

interface DeletionOptions<T, V, C extends Call> {
  kind: Mutation<V, C>;
  /** Returns the variables of the mutation. */
  variables(thing: T): V;
  /** Whether so much depends on the thing that the person is asked even though the deletion can be undone. */
  asks?(thing: T): boolean;
  /** Called once the thing is gone from what is shown; leads away from it. */
  onDeleted(thing: T): void | Promise<void>;
}

/** Deletes what can be undone; asks first only where much depends on it or the device cannot store a way back. */
export function useDeletion<T, V, C extends Call>(options: DeletionOptions<T, V, C>): Deletion<T> {
  const { kind, variables, asks, onDeleted } = options;
  const [asked, setAsked] = useState<AskedDeletion<T>>();
  const open = useOpenForm();
  const isAsking = useRef(false);
  isAsking.current = asked !== undefined;

  const work = useMutation({
    async mutationFn({ thing, isFinal }: AskedDeletion<T>) {
      const made = variables(thing);
      if (isFinal) await removeForGood(kind, made, { isOpen: () => open.isOpen() && isAsking.current });
      else if (!(await remove(kind, made))) return setAsked({ thing, isFinal: true });
      await onDeleted(thing);
      setAsked(undefined);
      const words = removedWords({ kind: kind.name, variables: made });
      if (isFinal && words) showToast(words.message, { detail: words.detail });
    },
  });

  const latest = useRef<(thing: T) => void>(undefined);
  latest.current = (thing) => {
    work.reset();
    if (asks?.(thing)) setAsked({ thing, isFinal: false });
    else work.mutate({ thing, isFinal: false });
  };

  return {
    start: useCallback((thing: T) => latest.current?.(thing), []),
    asked,
    isBusy: work.isPending,
    error: work.error,
    confirm: () => asked && work.mutate(asked),
    cancel: () => setAsked(undefined),
  };
}
