import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Keyword, keywordUpdate } from '#contract/keywords/keyword.ts';
import { duplicateNameError } from '#contract/keywords/keyword-name.ts';
import { renameKeyword } from '#src/data/keyword/index.ts';
import { mutate, type Optimistic, type OutboxRow, useOpenForm } from '#src/sync/index.ts';
import { Button, TextField } from '#src/ui/index.ts';
import styles from './keywords.module.css';
import { keywordName, nameIn, nameProblem, refusedName, resolveName } from './naming.ts';

const renameForm = z.object({ name: keywordUpdate.shape.name });

interface RenameFormProps {
  keyword: Optimistic<Keyword>;
  /** Names of all other keywords. */
  others: readonly string[];
  /** Refused mutation of the name; saving resolves it. */
  refused: OutboxRow | undefined;
  onDone: (name?: string) => void;
}

/** Form for a keyword's name in place of its row: Enter saves, Escape cancels. */
export function RenameForm({ keyword, others, refused, onDone }: RenameFormProps) {
  const open = useOpenForm();
  const { unsent, ...plain } = keyword;
  const name = (refused && nameIn(refused)) ?? keyword.name ?? '';
  const form = useForm({ resolver: zodResolver(renameForm), defaultValues: { name } });
  const { setError } = form;
  const element = useRef<HTMLFormElement>(null);
  // A layout effect, so that the field has the focus before the next key press: the form's own setFocus comes later.
  useLayoutEffect(() => {
    const field = element.current?.querySelector('input');
    field?.focus();
    field?.select();
  }, []);
  const reason = refused && refusedName(refused);
  useEffect(() => {
    if (reason) setError('name', { message: reason });
  }, [reason, setError]);

  const rename = useMutation({
    mutationFn: async (next: string) => {
      if (refused) await resolveName(refused, next);
      else await mutate(renameKeyword, { keyword: plain, name: next }, { form: open, basedOn: unsent?.writes });
    },
    onSuccess: (_answer, next) => onDone(next),
    onError: (error) => setError('name', { message: nameProblem(error) }, { shouldFocus: true }),
  });
  const submit = form.handleSubmit(({ name: next }) => {
    const problem = duplicateNameError(next, others);
    if (next === keyword.name && !refused) onDone();
    else if (problem) setError('name', { message: problem }, { shouldFocus: true });
    else if (!rename.isPending) rename.mutate(next);
  });

  return (
    <form
      ref={element}
      noValidate
      className={styles.rename}
      onSubmit={submit}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && !rename.isPending) onDone();
      }}
    >
      <div className={styles.field}>
        <TextField
          label={`Новое название: ${keywordName(keyword)}`}
          autoComplete="off"
          aria-required
          enterKeyHint="done"
          error={form.formState.errors.name?.message}
          {...form.register('name')}
        />
      </div>
      <Button type="submit" busy={rename.isPending}>
        Сохранить
      </Button>
      <Button variant="quiet" disabled={rename.isPending} onClick={() => onDone()}>
        Отмена
      </Button>
    </form>
  );
}
