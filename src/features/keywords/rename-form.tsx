import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Keyword, keywordUpdate } from '#contract/keyword.ts';
import { Button } from '#src/components/button.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { errorWords } from '#src/lib/api-errors.ts';
import { showKeywords } from './keyword-list-query.ts';
import { keywordName } from './keyword-name.ts';
import styles from './keywords.module.css';
import { nameProblem, renameKeyword } from './save-keyword.ts';

const renameForm = z.object({ name: keywordUpdate.shape.name });

interface RenameFormProps {
  keyword: Keyword;
  onDone: (name?: string) => void;
}

/** A keyword's name in place of its row: Enter saves, Escape leaves it as it was. */
export function RenameForm({ keyword, onDone }: RenameFormProps) {
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(renameForm), defaultValues: { name: keyword.name ?? '' } });
  const { setFocus } = form;
  // Before the next key is pressed.
  useLayoutEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);

  const rename = useMutation({
    mutationFn: (name: string) => renameKeyword(keyword, name),
    onSuccess: (_answer, name) => {
      onDone(name);
      return showKeywords(client, (all) => all.map((each) => (each.id === keyword.id ? { ...each, name } : each)));
    },
    onError: (error) => {
      const { title, words } = errorWords(error);
      form.setError('name', { message: nameProblem(error, `${title}. ${words}`) }, { shouldFocus: true });
    },
  });
  const submit = form.handleSubmit(({ name }) => {
    if (name === keyword.name) onDone();
    else if (!rename.isPending) rename.mutate(name);
  });

  return (
    <form
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
