import { useMutation } from '@tanstack/react-query';
import { type ClipboardEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { Keyword } from '#contract/keywords/keyword.ts';
import { createKeyword } from '#src/data/keyword/index.ts';
import { mutate, useOpenForm } from '#src/sync/index.ts';
import { Button, TextField } from '#src/ui/index.ts';
import styles from './keywords.module.css';
import { nameProblem } from './naming.ts';
import { readNames, splitNames } from './typed-names.ts';

interface KeywordFormProps {
  /** Existing keywords, as far as they are known. */
  existing: readonly Keyword[];
  /** `kept`: the keyword waits on the device. */
  onAdded: (name: string, kept: boolean) => void;
}

interface RefusedName {
  name: string;
  problem: string;
}

/** Field for one new keyword or several: Enter adds them, and the focus stays in the field for the next. */
export function KeywordForm({ existing, onAdded }: KeywordFormProps) {
  const open = useOpenForm();
  const [known, setKnown] = useState<string[]>([]);
  const form = useForm({ defaultValues: { name: '' } });
  const add = useMutation({
    mutationFn: (name: string) => mutate(createKeyword, { id: uuidv7(), name }, { form: open }),
  });
  // All since the last press: each has an answer of its own, and the message is one.
  const refused = useRef<RefusedName[]>([]);
  const showProblem = (name: string, error: unknown) => {
    const problem = nameProblem(error);
    // The refused name returns to the field, or is named in the message if the next one has been typed already.
    const isFree = form.getValues('name') === '';
    if (isFree) form.setValue('name', name);
    refused.current.push({ name, problem });
    const isOnly = isFree && refused.current.length === 1;
    form.setError('name', { message: isOnly ? problem : refusedWords(refused.current) }, { shouldFocus: true });
  };
  const submit = form.handleSubmit(({ name: typed }) => {
    const names = readNames(
      typed,
      existing.flatMap(({ name }) => name ?? []),
    );
    setKnown('known' in names ? names.known : []);
    if ('problem' in names) return form.setError('name', { message: names.problem }, { shouldFocus: true });
    refused.current = [];
    // The field is cleared at once, so that typing does not have to wait for the connection.
    form.reset();
    form.setFocus('name');
    // All of them are enqueued before the first is answered.
    for (const name of names.fresh)
      void add.mutateAsync(name).then(
        ({ kept }) => onAdded(name, kept),
        (error: unknown) => showProblem(name, error),
      );
  });
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const names = splitNames(event.clipboardData.getData('text'));
    if (names.length < 2) return;
    // A single-line field would join the lines of a pasted list.
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const [before, after] = [value.slice(0, selectionStart ?? value.length), value.slice(selectionEnd ?? value.length)];
    form.setValue('name', before + names.join(', ') + after);
  };

  return (
    <form noValidate className={styles.add} onSubmit={submit}>
      <div className={styles.field}>
        <TextField
          label="Новое ключевое слово"
          placeholder="срок, смета, бюджет"
          autoComplete="off"
          aria-required
          enterKeyHint="done"
          error={form.formState.errors.name?.message}
          onPaste={paste}
          {...form.register('name')}
        />
      </div>
      <Button type="submit" variant="primary" aria-busy={add.isPending}>
        Добавить
      </Button>
      {known.length > 0 ? (
        <p role="status" className={styles.known}>
          Уже есть, поэтому не добавлено: {known.map((name) => `«${name}»`).join(', ')}
        </p>
      ) : null}
    </form>
  );
}

/** Returns «Не добавлено: «срок», «смета». Такое ключевое слово уже есть», with a sentence for each problem. */
function refusedWords(refused: readonly RefusedName[]): string {
  const groups = [...Map.groupBy(refused, ({ problem }) => problem)];
  return groups
    .map(([problem, rows]) => `Не добавлено: ${rows.map(({ name }) => `«${name}»`).join(', ')}. ${problem}`)
    .map((words, index) => (index < groups.length - 1 ? words.replace(/[.!?]?$/, '.') : words))
    .join(' ');
}
