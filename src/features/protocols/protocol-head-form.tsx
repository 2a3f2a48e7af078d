import { zodResolver } from '@hookform/resolvers/zod';
import { use, useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { Protocol } from '#contract/protocol.ts';
import { showFieldErrors } from '#src/lib/show-field-errors.ts';
import { EditingContext, useTyped } from './editing.ts';
import styles from './forms.module.css';
import type { NameOf } from './people.ts';
import { ProtocolFields } from './protocol-fields.tsx';
import { changedHead, type HeadForm, headFieldNames, headForm, headOf, serverNames } from './protocol-form.ts';
import { SaveBar } from './save-bar.tsx';
import { useProtocolSave } from './use-protocol-save.ts';

interface ProtocolHeadFormProps {
  protocol: Protocol;
  nameOf: NameOf;
  onDone: (words?: string) => void;
}

/** The head of a protocol in its form: number, title, when, where, who presided. */
export function ProtocolHeadForm({ protocol, nameOf, onDone }: ProtocolHeadFormProps) {
  const { typed } = use(EditingContext);
  // As it was when the editing began: what others write meanwhile is a conflict and not overwritten unseen.
  const [base] = useState(protocol);
  const before = headOf(base, nameOf(base.chairman_id));
  const form = useForm({
    resolver: zodResolver(headForm),
    defaultValues: (typed.get('part') as HeadForm | undefined) ?? before,
  });
  useTyped('part', form);
  const saving = useProtocolSave(base, () => onDone('Данные протокола сохранены'));
  const { error } = saving;
  const { setError, setFocus } = form;
  useEffect(() => {
    showFieldErrors(error, headFieldNames, setError, serverNames);
  }, [error, setError]);
  useEffect(() => setFocus('title'), [setFocus]);

  const send = (over: boolean) =>
    form.handleSubmit((values) => saving.save({ change: () => changedHead(before, headForm.parse(values)), over }))();

  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label="Данные протокола"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send(false);
        }}
      >
        <ProtocolFields />
        <SaveBar
          saving={saving}
          onOverwrite={() => void send(true)}
          onReload={() => onDone()}
          onCancel={() => onDone()}
        />
      </form>
    </FormProvider>
  );
}
