import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { type UserCreate, userCreate } from '#contract/identity/user.ts';
import { createPerson, type NamedPerson, profileForm, profileOf, refreshPerson } from '#src/data/person/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { showFieldErrors } from '#src/features/forms/index.ts';
import { ProfileFields } from '#src/features/people/index.ts';
import { errorWords } from '#src/sync/index.ts';
import { FormDialog, showToast, TextField } from '#src/ui/index.ts';

interface NewExternalDialogProps {
  /** Text typed as the name. */
  name: string;
  onAdded: (person: NamedPerson) => void;
  onClose: () => void;
}

/** Dialog that adds somebody from outside, who becomes a user and gets an invitation by mail. */
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
      // The provider did not send the id; the search will find the person.
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

/** Form of an external participant. */
const externalPersonForm = z.object({ ...profileForm.shape, email: userCreate.shape.email });
type ExternalPersonForm = z.output<typeof externalPersonForm>;

const externalPersonFields = ['name', 'email', 'position', 'organization', 'phone'] as const;

/** Returns the initial values, with the name typed in the search. */
function externalPersonOf(name: string) {
  return { ...profileOf({ name }), email: '' };
}

/** Returns the person to add, without empty fields: a provider may refuse an empty text. */
function newExternal({ name, email, ...rest }: ExternalPersonForm): UserCreate {
  const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => value));
  return { name, email, role: 'external', ...filled };
}
