import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { Banner } from '#src/components/banner.tsx';
import { Button } from '#src/components/button.tsx';
import { ButtonLink } from '#src/components/button-link.tsx';
import { Card } from '#src/components/card.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { SelectField } from '#src/components/select-field.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { ApiError, errorWords } from '#src/lib/api-errors.ts';
import { toDayValue, toTimeValue } from '#src/lib/dates.ts';
import { createProtocol } from './create-protocol.ts';
import { meetingKinds, newProtocolForm } from './new-protocol-form.ts';
import styles from './new-protocol-screen.module.css';

/** /main/protocols/add: the protocol is made first, its video is added on its own screen. */
export function NewProtocolScreen() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(newProtocolForm),
    defaultValues: useState(emptyForm)[0],
  });
  const { errors } = formState;

  const create = useMutation({
    mutationFn: createProtocol,
    onSuccess: async (protocol) => {
      void client.invalidateQueries({ queryKey: ['protocols'] });
      await navigate(`/main/protocols/${encodeURIComponent(protocol.id)}`, { replace: true });
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      for (const field of ['title', 'place', 'number'] as const) {
        const message = error.fields[field];
        if (message) setError(field, { message });
      }
    },
  });
  const failure = create.error ? errorWords(create.error) : undefined;

  return (
    <div className={styles.screen}>
      <PageHeader title="Новый протокол" />
      {failure ? (
        <Banner tone="bad" icon={TriangleAlert} title={`${failure.title}.`}>
          {failure.words}
        </Banner>
      ) : null}
      <Card className={styles.card}>
        <form noValidate className={styles.form} onSubmit={handleSubmit((values) => create.mutate(values))}>
          <TextField label="Название" autoComplete="off" error={errors.title?.message} {...register('title')} />
          <div className={styles.row}>
            <TextField label="Дата" type="date" error={errors.day?.message} {...register('day')} />
            <TextField label="Время" type="time" error={errors.time?.message} {...register('time')} />
            <TextField
              label="Номер"
              autoComplete="off"
              hint="Можно оставить пустым"
              error={errors.number?.message}
              {...register('number')}
            />
          </div>
          <div className={styles.pair}>
            <SelectField label="Вид" error={errors.kind?.message} {...register('kind')}>
              <option value="">Не указан</option>
              {meetingKinds.map((kind) => (
                <option key={kind}>{kind}</option>
              ))}
            </SelectField>
            <TextField label="Место" autoComplete="off" error={errors.place?.message} {...register('place')} />
          </div>
          <div className={styles.buttons}>
            <Button type="submit" variant="primary" busy={create.isPending}>
              {create.isPending ? 'Загрузка...' : 'Создать протокол'}
            </Button>
            <ButtonLink to="/main/protocols" variant="quiet">
              Отмена
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}

/** Today, at the hour that has begun. */
function emptyForm() {
  const now = new Date();
  now.setMinutes(0);
  return { title: '', day: toDayValue(now), time: toTimeValue(now), kind: '', place: '', number: '' };
}
