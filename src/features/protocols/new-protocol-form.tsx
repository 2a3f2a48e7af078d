import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useRef, useState } from 'react';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { Meeting } from '#contract/meeting.ts';
import { Banner } from '#src/components/banner.tsx';
import { Button } from '#src/components/button.tsx';
import { ButtonLink } from '#src/components/button-link.tsx';
import { Card } from '#src/components/card.tsx';
import { PersonPicker } from '#src/components/person-picker.tsx';
import { errorWords } from '#src/lib/api-errors.ts';
import { refetchProtocols } from '#src/lib/queries/protocols.ts';
import { showFieldErrors } from '#src/lib/show-field-errors.ts';
import { showToast } from '#src/lib/toast.ts';
import { useIsHere } from '#src/lib/use-is-here.ts';
import { createProtocol } from './create-protocol.ts';
import { DraftNote } from './draft-note.tsx';
import formStyles from './forms.module.css';
import { type Prefill, prefillOf } from './meeting-prefill.ts';
import styles from './new-protocol-screen.module.css';
import { PlannedAgenda } from './planned-agenda.tsx';
import type { ProtocolDraft } from './protocol-draft.ts';
import { ProtocolFields } from './protocol-fields.tsx';
import {
  headFieldNames,
  type NewProtocolForm as NewProtocolFormValues,
  newProtocolForm,
  serverNames,
} from './protocol-form.ts';
import { UnfinishedCreation } from './unfinished-creation.tsx';
import { useProtocolDraft } from './use-protocol-draft.ts';

interface NewProtocolFormProps {
  userId: string;
  meetingId: string;
  /** What the device kept of an earlier visit. */
  kept: ProtocolDraft | undefined;
  fresh: () => ProtocolDraft;
  note?: string | undefined;
}

const serverFields = [...headFieldNames, 'agenda'] as const;

/** The form of a new protocol: kept as one types, sent in steps that can be gone on with. */
export function NewProtocolForm({ userId, meetingId, kept, fresh, note }: NewProtocolFormProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const draft = useProtocolDraft({ userId, meetingId, kept, fresh });
  const form = useForm({
    resolver: zodResolver(newProtocolForm),
    defaultValues: draft.start.form,
  });
  draft.useKeeping(form);
  const [unfinished, setUnfinished] = useState(draft.start.createdId !== undefined);

  const isHere = useIsHere();

  const leave = async (id: string | undefined) => {
    draft.remove();
    void refetchProtocols(client);
    if (!isHere.current) return showToast('Протокол создан', { detail: form.getValues('title'), protocolId: id });
    if (id === undefined) showToast('Протокол создан', { detail: 'Сервер не назвал его: откройте его из списка.' });
    await navigate(`/main/protocols${id === undefined ? '' : `/${encodeURIComponent(id)}`}`, { replace: true });
  };
  const create = useMutation({
    mutationFn: () => createProtocol(draft.current(), newProtocolForm.parse(form.getValues()), draft.remember),
    onSuccess: ({ id, refused }) => {
      setUnfinished(refused.length > 0);
      if (refused.length === 0) return leave(id);
    },
    onError: (error) => {
      if (!isHere.current) {
        const detail = `${errorWords(error).title}. Черновик сохранён на этом устройстве.`;
        showToast('Протокол не создан', { detail, tone: 'bad' });
      }
      setUnfinished(draft.current().createdId !== undefined);
      showFieldErrors(error, serverFields, form.setError, serverNames);
    },
  });
  // What nobody typed gives way to a meeting, and to the next one after it; what a person typed is theirs.
  const filled = useRef<Partial<Prefill>>(kept ? {} : draft.start.form);
  const takeMeeting = async (meeting: Meeting | undefined) => {
    if (!meeting) return;
    const prefill = await prefillOf(client, meeting);
    // Another one was chosen while the names were read.
    if (form.getValues('meeting_id') !== meeting.id) return;
    for (const name of ['title', 'place', 'held_at', 'ended_at', 'members'] as const) {
      const now = form.getValues(name);
      const isFree = !now || now.length === 0 || JSON.stringify(now) === JSON.stringify(filled.current[name]);
      if (isFree) form.setValue(name, prefill[name], { shouldValidate: form.formState.isSubmitted });
    }
    filled.current = prefill;
  };
  const startFrom = (values: NewProtocolFormValues, isTyped: boolean) => {
    filled.current = isTyped ? {} : values;
    form.reset(values);
  };

  const { createdId } = draft.current();
  if (unfinished && createdId) {
    return (
      <UnfinishedCreation
        members={form.getValues('members').filter(({ id }) => !draft.current().added.includes(id))}
        refused={create.data?.refused ?? []}
        error={create.error}
        busy={create.isPending}
        onRetry={() => create.mutate()}
        onOpen={() => leave(createdId)}
      />
    );
  }
  const failure = create.error ? errorWords(create.error) : undefined;
  return (
    <FormProvider {...form}>
      {note ? (
        <Banner icon={TriangleAlert} title="Без встречи.">
          {note}
        </Banner>
      ) : null}
      <DraftNote
        restoredAt={draft.restoredAt}
        canUndo={draft.canUndo}
        onStartAnew={() => startFrom(draft.startAnew(), false)}
        onUndo={() => startFrom(draft.undo(), true)}
      />
      <Card className={styles.card}>
        <form noValidate className={styles.form} onSubmit={form.handleSubmit(() => create.mutate())}>
          <ProtocolFields onMeeting={takeMeeting} />
          <PlannedAgenda />
          <Controller
            control={form.control}
            name="members"
            render={({ field }) => (
              <PersonPicker label="Участники" multiple value={field.value} onChange={field.onChange} />
            )}
          />
          {failure ? (
            <p className={formStyles.failure} role="alert">
              <strong>Протокол не создан. {failure.title}.</strong> {failure.words}
            </p>
          ) : null}
          <div className={formStyles.buttons}>
            <Button type="submit" variant="primary" busy={create.isPending}>
              {create.isPending ? 'Загрузка...' : 'Создать протокол'}
            </Button>
            <ButtonLink to="/main/protocols" variant="quiet">
              К списку
            </ButtonLink>
            <span className={styles.saved}>{draft.savedWords}</span>
          </div>
        </form>
      </Card>
    </FormProvider>
  );
}
