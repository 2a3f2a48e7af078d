import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { createPerson, type NamedPerson, refreshPerson } from '#src/data/person/index.ts';
import { showFieldErrors } from '#src/features/common/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { ProfileFields } from '#src/features/people/index.ts';
import { errorWords } from '#src/sync/index.ts';
import { FormDialog, showToast, TextField } from '#src/ui/index.ts';
import {
  type ExternalPersonForm,
  externalPersonFields,
  externalPersonForm,
  externalPersonOf,
  newExternal,
} from './external-person-form.ts';

interface NewExternalDialogProps {
  /** What was typed of a name. */
  name: string;
  onAdded: (person: NamedPerson) => void;
  onClose: () => void;
}

/** Adds somebody from outside, who is a user from then and gets an invitation by mail. */
export function NewExternalDialog({ name, onAdded, onClose }: NewExternalDialogProps) {
  const offlineNote = useOfflineNote();
  const client = useQueryClient();
  const [id] = useState(uuidv7);
  const form = useForm({ resolver: zodResolver(externalPersonForm), defaultValues: externalPersonOf(name) });
  const { setFocus, formState } = form;
  useEffect(() => setFocus('name'), [setFocus]);
  const add = useMutation({
    mutationFn: (values: ExternalPersonForm) => createPerson(id, newExternal(values)),
    onSuccess: (person, { name: added }) => {
      void refreshPerson(client, { id, ...person });
      if (person) onAdded({ id: person.id, name: added ?? '' });
      // Under which id is not known: the search finds them.
      else showToast(`${added}: добавлен`, { detail: 'Найдите его по имени в списке участников.', tone: 'ok' });
      onClose();
    },
    onError: (error) => showFieldErrors(error, externalPersonFields, form.setError),
  });
  const submit = form.handleSubmit((values) => {
    if (!add.isPending) add.mutate(values);
  });
  return (
    <FormDialog
      title="Новый внешний участник"
      submit="Добавить"
      busy={add.isPending}
      blockedBy={offlineNote}
      dirty={formState.isDirty}
      failure={add.error ? `Участник не добавлен. ${errorWords(add.error).words}` : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <ProfileFields>
          <TextField
            label="E-mail"
            type="email"
            inputMode="email"
            autoComplete="off"
            aria-required
            hint="На него придёт приглашение"
            error={formState.errors.email?.message}
            {...form.register('email')}
          />
        </ProfileFields>
      </FormProvider>
    </FormDialog>
  );
}
