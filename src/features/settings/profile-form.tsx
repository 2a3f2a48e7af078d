import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { Me, UserUpdate } from '#contract/identity/user.ts';
import { roleWords } from '#contract/roles.ts';
import {
  type OptimisticPerson,
  type Picture,
  type ProfileForm as ProfileValues,
  profileChange,
  profileFields,
  profileForm,
  profileOf,
  restToSend,
  unsentProfile,
  updateProfile,
} from '#src/data/person/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { showFieldErrors, showSaved } from '#src/features/forms/index.ts';
import { AvatarField, ProfileFields } from '#src/features/people/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { formatWhen } from '#src/format/index.ts';
import {
  ApiError,
  errorWords,
  fileUnreadable,
  mutate,
  needsPerson,
  type OpenForm,
  type OutboxRow,
  resolveMutation,
  toApiError,
  useOpenForm,
  useQueuedMutations,
  variablesOf,
} from '#src/sync/index.ts';
import { Button, useUnsaved } from '#src/ui/index.ts';
import styles from './settings-screen.module.css';

interface Sent {
  body: ProfileValues;
  picture: Picture;
  /** Values of the fields when the form was sent. */
  values: Partial<Record<keyof ProfileValues, unknown>>;
}

/** Form of the own profile: typed text stays until it is saved, whatever is read meanwhile. */
export function ProfileForm({ me }: { me: OptimisticPerson<Me> }) {
  const open = useOpenForm();
  const rows = useQueuedMutations();
  const refused = refusedProfile(rows);
  const photo = useFileAddress(me.photo?.write, me.photo?.file);
  const [picture, setPicture] = useState<Picture>('keep');
  const [saved, setSaved] = useState<{ at: number; kept: boolean }>();
  const form = useForm({
    resolver: zodResolver(profileForm),
    values: profileOf(me),
    resetOptions: { keepDirtyValues: true },
  });
  const save = useMutation({
    mutationFn: ({ body, picture: chosen }: Sent) =>
      saveProfile({ me, change: profileChange(me, body), picture: chosen }, { form: open, refused, rows }),
    onSuccess: (kept, { body, picture: chosen, values }) => {
      showSaved(form, values, profileOf(body));
      setPicture((now) => (now === chosen ? 'keep' : now));
      setSaved({ at: Date.now(), kept });
    },
    onError: (error) => showFieldErrors(error, profileFields, form.setError),
  });
  const submit = form.handleSubmit((body) => {
    if (!save.isPending) save.mutate({ body, picture, values: form.getValues() });
  });
  const reason = refused?.fault;
  const refusal = reason ? toApiError(reason) : undefined;
  const { setError } = form;
  useEffect(() => {
    // Without moving the focus: the person may be busy elsewhere on the screen.
    if (reason) showFieldErrors(toApiError(reason), profileFields, (field, error) => setError(field, error));
  }, [reason, setError]);
  const failure = save.error ?? refusal;
  const dirty = form.formState.isDirty || picture !== 'keep';
  useUnsaved(() => dirty);

  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={submit}>
        <AvatarField
          person={me}
          src={photo ?? me.avatar_url}
          value={picture}
          error={failure instanceof ApiError ? failure.fields.avatar : undefined}
          onChange={setPicture}
        />
        <ProfileFacts email={me.email} role={roleWords[me.role]} isAdmin={me.role === 'admin'} />
        <ProfileFields own />
        <div role="alert">
          {failure ? <p className={styles.failure}>Профиль не сохранён. {errorWords(failure).words}</p> : null}
        </div>
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {save.isPending ? 'Загрузка...' : 'Сохранить'}
          </Button>
          <p role="status" className={styles.state}>
            {dirty ? 'Есть несохранённые изменения' : saved ? savedWords(saved) : ''}
          </p>
          <UnsentMark unsent={me.unsent} />
        </div>
      </form>
    </FormProvider>
  );
}

function savedWords({ at, kept }: { at: number; kept: boolean }): string {
  return kept ? queuedWords : `Сохранено ${formatWhen(at, 'в ')}`;
}

interface ProfileFactsProps {
  email: string | null | undefined;
  role: string;
  isAdmin: boolean;
}

/** Facts of the profile that the person cannot change, and who can. */
function ProfileFacts({ email, role, isAdmin }: ProfileFactsProps) {
  return (
    <div>
      <dl className={styles.facts}>
        {email ? (
          <div className={styles.fact}>
            <dt>E-mail</dt>
            <dd>{email}</dd>
          </div>
        ) : null}
        <div className={styles.fact}>
          <dt>Роль</dt>
          <dd>{role}</dd>
        </div>
      </dl>
      <p className={styles.quiet}>
        {isAdmin
          ? 'Свой e-mail можно изменить в разделе «Пользователи», роль меняет другой администратор.'
          : 'E-mail и роль меняет администратор.'}
      </p>
    </div>
  );
}

/** Returns an object URL of a file while it is shown. Keyed by `id`: each read from the device gives another File. */
function useFileAddress(id: string | undefined, file: File | undefined): string | undefined {
  const latest = useRef(file);
  latest.current = file;
  const address = useMemo(() => {
    return id !== undefined && latest.current ? URL.createObjectURL(latest.current) : undefined;
  }, [id]);
  useEffect(() => {
    if (address) return () => URL.revokeObjectURL(address);
  }, [address]);
  return address;
}

interface ProfileChange {
  me: OptimisticPerson;
  /** Relative to the shown profile, which includes unsent changes. */
  change: UserUpdate;
  picture: Picture;
}

interface Around {
  form: OpenForm;
  /** The refused mutation that is sent again with this change. */
  refused: OutboxRow | undefined;
  rows: readonly OutboxRow[];
}

/** Saves the own profile. Resolves with whether it waits on the device. */
export async function saveProfile({ me, change, picture }: ProfileChange, around: Around): Promise<boolean> {
  const before = around.refused && variablesOf(updateProfile, around.refused);
  if (around.refused && before) {
    // If the chosen photo can no longer be read, saving without a new one keeps the server's photo.
    const isLost = around.refused.fault?.code === fileUnreadable;
    const chosen = picture === 'keep' && !isLost ? before.picture : picture;
    await resolveMutation(updateProfile, around.refused, {
      ...before,
      change: { ...before.change, ...change },
      picture: chosen,
    });
    return true;
  }
  const { unsent, photo: _photo, ...known } = me;
  const whole = { ...(await restToSend(known)), ...unsentProfile(around.rows) };
  const variables = { id: me.id, change, picture, whole };
  const { kept } = await mutate(updateProfile, variables, { form: around.form, basedOn: unsent?.writes });
  return kept;
}

/** Returns the refused mutation of the own profile. */
function refusedProfile(rows: readonly OutboxRow[]): OutboxRow | undefined {
  return rows.find((row) => needsPerson(row) && variablesOf(updateProfile, row) !== undefined);
}
