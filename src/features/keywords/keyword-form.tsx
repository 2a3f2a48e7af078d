import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { keywordCreate } from '#contract/keyword.ts';
import { Button } from '#src/components/button.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { errorWords } from '#src/lib/api-errors.ts';
import { showKeywords } from './keyword-list-query.ts';
import styles from './keywords.module.css';
import { addKeyword, type NewKeyword, nameProblem } from './save-keyword.ts';

const keywordForm = z.object({ name: keywordCreate.shape.name });

/** One field for the next keyword: Enter adds it, and the focus stays for one more. */
export function KeywordForm({ onAdded }: { onAdded: (name: string) => void }) {
  const client = useQueryClient();
  // The same name again is the same try.
  const tried = useRef(new Map<string, NewKeyword>());
  const form = useForm({ resolver: zodResolver(keywordForm), defaultValues: { name: '' } });
  const add = useMutation({
    mutationFn: (name: string) => {
      const keyword = tried.current.get(name) ?? { id: uuidv7(), key: uuidv7(), name };
      tried.current.set(name, keyword);
      return addKeyword(keyword);
    },
    onSuccess: (_answer, name) => {
      tried.current.delete(name);
      onAdded(name);
      void showKeywords(client);
    },
    onError: (error, name) => {
      const { title, words } = errorWords(error);
      const problem = nameProblem(error, `${title}. ${words}`);
      // Back into the field; beside the next one that is typed there already.
      const isFree = form.getValues('name') === '';
      if (isFree) form.setValue('name', name);
      form.setError(
        'name',
        { message: isFree ? problem : `Не добавлено: «${name}». ${problem}` },
        { shouldFocus: true },
      );
    },
  });
  // The field is free at once: who types on is not held up by the line.
  const submit = form.handleSubmit(({ name }) => {
    form.reset();
    form.setFocus('name');
    add.mutate(name);
  });

  return (
    <form noValidate className={styles.add} onSubmit={submit}>
      <div className={styles.field}>
        <TextField
          label="Новое ключевое слово"
          autoComplete="off"
          enterKeyHint="done"
          error={form.formState.errors.name?.message}
          {...form.register('name')}
        />
      </div>
      <Button type="submit" variant="primary" aria-busy={add.isPending}>
        Добавить
      </Button>
    </form>
  );
}
