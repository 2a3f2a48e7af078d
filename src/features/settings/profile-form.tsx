import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { roleWords } from '#contract/roles.ts';
import type { Me } from '#contract/user.ts';
import { AvatarField } from '#src/components/avatar-field.tsx';
import { Button } from '#src/components/button.tsx';
import { LeaveGuard } from '#src/components/leave-guard.tsx';
import { ProfileFields } from '#src/components/profile-fields.tsx';
import { ApiError, errorWords } from '#src/lib/api-errors.ts';
import { formatWhen } from '#src/lib/dates.ts';
import {
  type ProfileForm as ProfileValues,
  profileChange,
  profileFields,
  profileForm,
  profileOf,
} from '#src/lib/profile-form.ts';
import { refreshPerson } from '#src/lib/queries/current-user.ts';
import { type Picture, savePerson } from '#src/lib/save-person.ts';
import { showFieldErrors } from '#src/lib/show-field-errors.ts';
import { ProfileFacts } from './profile-facts.tsx';
import styles from './settings-screen.module.css';

interface Sent {
  body: ProfileValues;
  photo: Picture;
  /** As the fields stood when it was sent. */
  values: Partial<Record<keyof ProfileValues, unknown>>;
}

/** The own profile: what is typed stays until it is saved, whatever is read meanwhile. */
export function ProfileForm({ me }: { me: Me }) {
  const client = useQueryClient();
  const [picture, setPicture] = useState<Picture>('keep');
  const [savedAt, setSavedAt] = useState<number>();
  const form = useForm({
    resolver: zodResolver(profileForm),
    values: profileOf(me),
    resetOptions: { keepDirtyValues: true },
  });
  const save = useMutation({
    mutationFn: ({ body, photo }: Sent) => savePerson(me, profileChange(me, body), photo),
    onSuccess: (saved, { body, photo, values }) => {
      const typed = form.getValues();
      form.reset(profileOf(body));
      // What was typed while it was on its way is not saved yet.
      for (const field of profileFields) {
        if (typed[field] !== values[field]) form.setValue(field, typed[field], { shouldDirty: true });
      }
      setPicture((now) => (now === photo ? 'keep' : now));
      setSavedAt(Date.now());
      void refreshPerson(client, { ...body, ...saved, id: me.id });
    },
    onError: (error) => showFieldErrors(error, profileFields, form.setError),
  });
  const submit = form.handleSubmit((body) => {
    if (!save.isPending) save.mutate({ body, photo: picture, values: form.getValues() });
  });
  const dirty = form.formState.isDirty || picture !== 'keep';

  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={submit}>
        <AvatarField
          person={me}
          src={me.avatar_url}
          value={picture}
          error={save.error instanceof ApiError ? save.error.fields.avatar : undefined}
          onChange={setPicture}
        />
        <ProfileFacts email={me.email} role={roleWords[me.role]} isAdmin={me.role === 'admin'} />
        <ProfileFields own />
        <div role="alert">
          {save.error ? <p className={styles.failure}>Профиль не сохранён. {errorWords(save.error).words}</p> : null}
        </div>
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {save.isPending ? 'Загрузка...' : 'Сохранить'}
          </Button>
          <p role="status" className={styles.state}>
            {dirty ? 'Есть несохранённые изменения' : savedAt ? `Сохранено ${formatWhen(savedAt, 'в ')}` : ''}
          </p>
        </div>
      </form>
      <LeaveGuard
        title="Уйти без сохранения?"
        confirm="Уйти"
        cancel="Остаться"
        has={() => dirty}
        leaves={(current, next) => current.pathname !== next.pathname}
      >
        Изменения профиля не сохранены. Если уйти, они пропадут.
      </LeaveGuard>
    </FormProvider>
  );
}
