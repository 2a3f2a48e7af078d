import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { memberKindWords } from '#contract/bodies/member.ts';
import { calls } from '#contract/calls.ts';
import { type DocumentSettings, documentSettings, signers } from '#contract/documents/document.ts';
import { documentSettingsQuery } from '#src/data/protocol/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { showFieldErrors, showSaved } from '#src/features/forms/index.ts';
import { api, errorWords } from '#src/sync/index.ts';
import {
  Button,
  fieldStyles as field,
  SelectField,
  StatusNote,
  TextArea,
  TextField,
  Tick,
  useUnsaved,
} from '#src/ui/index.ts';
import styles from './settings-screen.module.css';
import { zoneChoices } from './time-zones.ts';

const fields = [
  'organization',
  'time_zone',
  'present_limit',
  'approver_position',
  'approver_name',
  'signed_by',
] as const;

type Typed = z.input<typeof documentSettings>;

interface Sent {
  body: DocumentSettings;
  /** Values of the fields when the form was sent. */
  values: Typed;
}

/**
 * Form of settings that apply to everybody once the server has them; offline the form waits instead of queueing them.
 */
export function DocumentSettingsForm({ settings }: { settings: DocumentSettings }) {
  const client = useQueryClient();
  const offlineNote = useOfflineNote();
  const note = useId();
  const form = useForm<Typed, unknown, DocumentSettings>({
    resolver: zodResolver(documentSettings),
    values: settings,
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = form.formState;
  const approval = form.watch('approval');
  useUnsaved(() => isDirty);
  const save = useMutation({
    mutationFn: ({ body }: Sent) => api(calls.updateDocumentSettings, { body }),
    onSuccess: (saved, { values }) => {
      client.setQueryData(documentSettingsQuery().queryKey, saved);
      showSaved(form, values, saved);
    },
    onError: (error) => showFieldErrors(error, fields, form.setError),
  });
  const submit = form.handleSubmit((body) => {
    if (!save.isPending && !offlineNote) save.mutate({ body, values: form.getValues() });
  });
  return (
    <form className={styles.halves} noValidate onSubmit={submit}>
      <div className={styles.form}>
        <TextArea
          label="Организация"
          hint="Печатается, если в протоколе она не указана; каждая строка&nbsp;— отдельно"
          error={errors.organization?.message}
          {...form.register('organization')}
        />
        {settings.time_zone === undefined ? null : (
          <SelectField
            label="Часовой пояс"
            hint="По нему считаются год номера, сроки, дни в показателях и даты в документах"
            error={errors.time_zone?.message}
            {...form.register('time_zone')}
          >
            {zoneChoices(settings.time_zone, new Date()).map(({ name, words }) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label="Список присутствовавших&nbsp;— приложением, если их больше"
          inputMode="numeric"
          autoComplete="off"
          error={errors.present_limit && 'Число от 1 до 1000'}
          {...form.register('present_limit', { setValueAs: Number })}
        />
      </div>
      <div className={styles.form}>
        <Tick {...form.register('chairman_listed')}>Председательствующий&nbsp;— и в списке присутствовавших</Tick>
        <Tick {...form.register('qr_code')}>QR-код со ссылкой на протокол&nbsp;— на последней странице</Tick>
        <Tick {...form.register('approval')}>«УТВЕРЖДАЮ» на итоговом протоколе</Tick>
        {approval ? (
          <>
            <TextField
              label="Должность утверждающего"
              hint="Если не указать никого, утверждает председательствующий"
              autoComplete="off"
              error={errors.approver_position?.message}
              {...form.register('approver_position')}
            />
            <TextField
              label="Фамилия, имя, отчество утверждающего"
              autoComplete="off"
              error={errors.approver_name?.message}
              {...form.register('approver_name')}
            />
          </>
        ) : null}
        <fieldset className={styles.checks} aria-describedby={errors.signed_by ? `${note}-signers` : undefined}>
          <legend className={field.label}>Кто подписывает</legend>
          {signers.map((signer) => (
            <Tick key={signer} value={signer} {...form.register('signed_by')}>
              {memberKindWords[signer]}
            </Tick>
          ))}
          {errors.signed_by ? (
            <p id={`${note}-signers`} className={field.error}>
              {errors.signed_by.message}
            </p>
          ) : null}
        </fieldset>
      </div>
      <div className={styles.foot}>
        <StatusNote id={note}>{isDirty && offlineNote}</StatusNote>
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" busy={save.isPending} aria-describedby={note}>
            {save.isPending ? 'Загрузка...' : 'Сохранить'}
          </Button>
          <span role="status" className={styles.state}>
            {save.isSuccess && !isDirty ? 'Сохранено' : ''}
          </span>
        </div>
        <div role="alert">
          {save.error ? <p className={styles.failure}>Не сохранено. {errorWords(save.error).words}</p> : null}
        </div>
      </div>
    </form>
  );
}
