import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { User } from '#contract/identity/user.ts';
import { type Picture, refreshPerson, savePerson } from '#src/data/person/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { showFieldErrors } from '#src/features/forms/index.ts';
import { errorWords } from '#src/sync/index.ts';
import { FormDialog, showToast } from '#src/ui/index.ts';
import { PersonFields } from './person-fields.tsx';
import {
  type ChangedPersonForm,
  changedPersonFields,
  changedPersonForm,
  personChange,
  personFormOf,
} from './person-form.ts';
import { type Actor, mayChangeEmail, needsPasswordForEmail, rolesFor } from './rights.ts';

interface ChangePersonFormProps {
  actor: Actor;
  person: User;
  managerName: string | undefined;
  onClose: () => void;
}

/** Form of the dialog; its initial values are what is known of the person. */
export function ChangePersonForm({ actor, person, managerName, onClose }: ChangePersonFormProps) {
  const offlineNote = useOfflineNote();
  const client = useQueryClient();
  // The person as they were when the form opened, so that changes made by others meanwhile are not overwritten.
  const [base] = useState(person);
  const [picture, setPicture] = useState<Picture>('keep');
  const form = useForm({
    resolver: zodResolver(changedPersonForm),
    values: personFormOf(base, managerName),
    resetOptions: { keepDirtyValues: true },
  });
  const save = useMutation({
    mutationFn: (values: ChangedPersonForm) => savePerson(base, personChange(base, values), picture),
    onSuccess: (saved, { name }) => {
      showToast('Изменения сохранены', { detail: name, tone: 'ok' });
      void refreshPerson(client, { ...saved, id: base.id });
      onClose();
    },
    onError: (error) => showFieldErrors(error, changedPersonFields, form.setError, { manager: 'manager_id' }),
  });
  const isSelf = base.id === actor.id;
  const isLocked = !mayChangeEmail(actor, base);
  const asksForPassword = needsPasswordForEmail(actor, base);
  const submit = form.handleSubmit((values) => {
    if (asksForPassword && personChange(base, values).email && !values.current_password)
      form.setError('current_password', { message: 'Поле обязательно для заполнения' }, { shouldFocus: true });
    else if (!save.isPending) save.mutate(values);
  });

  return (
    <FormDialog
      title={isSelf ? 'Мой профиль' : 'Изменить пользователя'}
      submit="Сохранить"
      busy={save.isPending}
      blockedBy={offlineNote}
      dirty={form.formState.isDirty || picture !== 'keep'}
      failure={save.error ? `Изменения не сохранены. ${errorWords(save.error).words}` : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <PersonFields
          person={base}
          roles={rolesFor(actor, base)}
          emailLocked={isLocked}
          emailHint={isLocked ? emailLock(isSelf) : invitedAnew(base)}
          asksForPassword={asksForPassword}
          choosesManager={actor.role === 'admin' && !isSelf}
          picture={picture}
          error={save.error}
          onPicture={setPicture}
        />
      </FormProvider>
    </FormDialog>
  );
}

/** Whoever has not come yet is invited at another address too. */
function invitedAnew({ invitation, is_blocked }: User): string | undefined {
  const isAwaited = invitation && invitation !== 'none' && invitation !== 'accepted';
  return isAwaited && !is_blocked ? 'На новый адрес придёт приглашение' : undefined;
}

function emailLock(isSelf: boolean): string {
  return isSelf ? 'Свой e-mail меняет администратор' : 'E-mail, с которым уже входят, меняет администратор';
}
