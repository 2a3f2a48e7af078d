import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { keywordCreate } from '#contract/keyword.ts';
import { Button } from '#src/components/button.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { createKeyword } from '#src/lib/writes/keyword-writes.ts';
import { useOpenForm } from '#src/lib/writes/use-writes.ts';
import { write } from '#src/lib/writes/write.ts';
import styles from './keywords.module.css';
import { nameProblem } from './name-problem.ts';

const keywordForm = z.object({ name: keywordCreate.shape.name });

interface KeywordFormProps {
  /** `kept`: it waits on the device. */
  onAdded: (name: string, kept: boolean) => void;
}

/** One field for the next keyword: Enter adds it, and the focus stays for one more. */
export function KeywordForm({ onAdded }: KeywordFormProps) {
  const open = useOpenForm();
  const form = useForm({ resolver: zodResolver(keywordForm), defaultValues: { name: '' } });
  const add = useMutation({
    mutationFn: (name: string) => write(createKeyword, { id: uuidv7(), name }, { form: open }),
    onSuccess: ({ kept }, name) => onAdded(name, kept),
    onError: (error, name) => {
      const problem = nameProblem(error);
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
