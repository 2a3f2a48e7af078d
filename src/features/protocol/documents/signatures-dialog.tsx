import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useRef } from 'react';
import { type Control, Controller, useFieldArray, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import { maxSignatures, type ProtocolVersion, signatureMark } from '#contract/documents/document.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { api, errorWords } from '#src/sync/index.ts';
import { Button, DateField, FormDialog, IconButton, layout, showToast, TextField } from '#src/ui/index.ts';
import styles from './signatures-dialog.module.css';

/** Stricter than the schema of the call: no other fields are accepted. */
const form = z.object({ signatures: z.array(signatureMark).check(z.maxLength(maxSignatures)) });
type Values = { signatures: { certificate: string; owner: string; valid_from: string; valid_to: string }[] };

interface SignaturesDialogProps {
  protocolId: string;
  version: ProtocolVersion;
  onClose: () => void;
}

/** Dialog for the electronic signatures of a version, by their certificates; a copy is printed with these marks. */
export function SignaturesDialog({ protocolId, version, onClose }: SignaturesDialogProps) {
  const { edition, signatures } = version;
  const offlineNote = useOfflineNote();
  const client = useQueryClient();
  const { control, formState, handleSubmit, register } = useForm<Values>({
    resolver: zodResolver(form),
    defaultValues: { signatures: signatures?.length ? signatures : [blank] },
  });
  const { fields, append, remove } = useFieldArray({ control, name: 'signatures', keyName: 'key' });
  const add = useRef<HTMLButtonElement>(null);
  const save = useMutation({
    mutationFn: (body: Values) => api(calls.markSigned, { params: { id: protocolId, edition: String(edition) }, body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['protocol', protocolId, 'versions'] });
      showToast(`Версия ${edition}: отметки об электронной подписи сохранены`);
      onClose();
    },
  });
  const errors = formState.errors.signatures;
  return (
    <FormDialog
      title="Кто подписал электронной подписью"
      submit="Сохранить"
      busy={save.isPending}
      dirty={formState.isDirty}
      blockedBy={offlineNote}
      failure={save.error ? `Отметки не сохранены. ${errorWords(save.error).words}` : undefined}
      onClose={onClose}
      onSubmit={handleSubmit((values) => {
        if (!save.isPending) save.mutate(values);
      })}
    >
      <p>
        Приложение само не подписывает: перенесите сведения из сертификата. Файлы версии останутся как есть, отметка
        печатается в копии.
      </p>
      {fields.map(({ key }, index) => (
        <fieldset key={key} className={styles.signature}>
          <legend>Подпись {index + 1}</legend>
          <TextField
            label="Номер сертификата"
            autoComplete="off"
            spellCheck={false}
            error={errors?.[index]?.certificate?.message}
            {...register(`signatures.${index}.certificate`)}
          />
          <TextField
            label="Владелец"
            hint="Фамилия, имя, отчество"
            autoComplete="off"
            error={errors?.[index]?.owner?.message}
            {...register(`signatures.${index}.owner`)}
          />
          <div className={styles.dates}>
            <Day control={control} name={`signatures.${index}.valid_from`} label="Действителен с" />
            <Day control={control} name={`signatures.${index}.valid_to`} label="Действителен по" />
          </div>
          <IconButton
            icon={Trash2}
            size="small"
            label={`Убрать подпись ${index + 1}`}
            onClick={() => {
              remove(index);
              add.current?.focus();
            }}
          />
        </fieldset>
      ))}
      <div className={layout.row(2)}>
        <Button
          ref={add}
          size="small"
          icon={Plus}
          disabled={fields.length >= maxSignatures}
          onClick={() => append(blank, { focusName: `signatures.${fields.length}.certificate` })}
        >
          Добавить подпись
        </Button>
      </div>
    </FormDialog>
  );
}

const blank = { certificate: '', owner: '', valid_from: '', valid_to: '' };

interface DayProps {
  control: Control<Values>;
  name: `signatures.${number}.valid_${'from' | 'to'}`;
  label: string;
}

function Day({ control, name, label }: DayProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <DateField
          label={label}
          fieldRef={field.ref}
          value={field.value || null}
          onChange={(day) => field.onChange(day ?? '')}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
