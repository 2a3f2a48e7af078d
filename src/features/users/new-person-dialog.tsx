import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { assignableRoles } from '#contract/roles.ts';
import { createPerson, type Picture, refreshPerson } from '#src/data/person/index.ts';
import { storedMailWords } from '#src/data/provider/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { showFieldErrors } from '#src/features/forms/index.ts';
import { errorWords } from '#src/sync/index.ts';
import { FormDialog, PasswordField, showToast } from '#src/ui/index.ts';
import { PersonFields } from './person-fields.tsx';
import {
  newPersonForm,
  newPersonOf,
  type PersonForm,
  type PersonFormInput,
  personFields,
  personFormOf,
} from './person-form.ts';
import { type Actor, maySetPassword } from './rights.ts';

/** Dialog to add a person; a secretary can add only external participants. */
export function NewPersonDialog({ actor, onClose }: { actor: Actor; onClose: () => void }) {
  const offlineNote = useOfflineNote();
  const client = useQueryClient();
  const roles = assignableRoles[actor.role];
  const setsPassword = maySetPassword(actor);
  const [id] = useState(uuidv7);
  const [picture, setPicture] = useState<Picture>('keep');
  const form = useForm({
    resolver: zodResolver(newPersonForm),
    defaultValues: { ...personFormOf({}), role: roles[0] ?? 'external' },
  });
  const add = useMutation({
    mutationFn: (values: PersonForm) => createPerson(id, newPersonOf(values), picture),
    onSuccess: (person, { name, email, password }) => {
      const isStored = person?.invitation === 'stored';
      const isSent = person?.invitation !== 'waiting';
      const invited = `Приглашение ${isSent ? 'отправлено' : 'ждёт отправки'} на ${email}`;
      showToast(`${name}: добавлен доступ`, {
        detail: password ? 'Вход\u00A0— с заданным паролем' : isStored ? storedMailWords : invited,
        tone: isStored ? 'warn' : 'ok',
      });
      void refreshPerson(client, { id, ...person });
      onClose();
    },
    onError: (error) => showFieldErrors(error, personFields, form.setError, { manager: 'manager_id' }),
  });
  const submit = form.handleSubmit((values) => {
    if (!add.isPending) add.mutate(values);
  });

  return (
    <FormDialog
      title={roles.length === 1 ? 'Новый внешний участник' : 'Новый пользователь'}
      submit="Добавить"
      busy={add.isPending}
      blockedBy={offlineNote}
      dirty={form.formState.isDirty || picture !== 'keep'}
      failure={add.error ? `Пользователь не добавлен. ${errorWords(add.error).words}` : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <PersonFields
          roles={roles}
          emailHint={setsPassword ? undefined : 'Сюда придёт приглашение: пароль человек задаст сам'}
          choosesManager={actor.role === 'admin'}
          picture={picture}
          error={add.error}
          onPicture={setPicture}
        />
        {setsPassword ? <FirstPasswordField /> : null}
      </FormProvider>
    </FormDialog>
  );
}

/** Password of a new person; without it, they set one by a link. */
function FirstPasswordField() {
  const { register, formState } = useFormContext<PersonFormInput>();
  return (
    <PasswordField
      label="Пароль (необязательно)"
      hint="Без пароля отправим приглашение на почту"
      autoComplete="new-password"
      error={formState.errors.password?.message}
      {...register('password')}
    />
  );
}
