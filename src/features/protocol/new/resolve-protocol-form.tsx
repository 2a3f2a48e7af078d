import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type FormEvent, useEffect, useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { protocolAddress } from '#contract/protocol-address.ts';
import { createProtocol, type NewProtocol } from '#src/data/protocol/index.ts';
import { showFieldErrors } from '#src/features/forms/index.ts';
import {
  needsPerson,
  type OutboxRow,
  resolveMutation,
  useQueuedMutations,
  useQueueKnown,
  variablesOf,
} from '#src/sync/index.ts';
import {
  Banner,
  Button,
  ButtonLink,
  Card,
  EmptyState,
  focusUnchosenName,
  LeaveGuard,
  layout,
  submitOnCtrlEnter,
} from '#src/ui/index.ts';
import { useRefusal } from '../editing/edit-to-resolve.ts';
import styles from '../editing/form-page.module.css';
import { FormSkeleton } from '../editing/form-skeleton.tsx';
import {
  formOfNew,
  headFieldNames,
  namedIn,
  newFields,
  newProtocolForm,
  serverNames,
} from '../editing/protocol-form.ts';
import { SaveFailure } from '../editing/save-failure.tsx';
import { PlannedAgenda } from './planned-agenda.tsx';
import { ProtocolFields } from './protocol-fields.tsx';

/** `?write=`: form of a new protocol that the server refused, to send it again under the same id. */
export function ResolveProtocol({ mutationId }: { mutationId: string }) {
  const row = useQueuedMutations().find(({ id }) => id === mutationId);
  const isKnown = useQueueKnown();
  const made = row && variablesOf(createProtocol, row);
  if (!isKnown) return <FormSkeleton />;
  if (!row || !made || !needsPerson(row)) {
    return (
      <EmptyState
        icon={TriangleAlert}
        title="Здесь больше нечего исправлять"
        actions={<ButtonLink to="/main/protocols">Ко всем протоколам</ButtonLink>}
      >
        Этот протокол уже отправлен или убран из очереди.
      </EmptyState>
    );
  }
  return <ResolveProtocolForm key={row.id} row={row} made={made} />;
}

const serverFields = [...headFieldNames, 'agenda'] as const;

function ResolveProtocolForm({ row, made }: { row: OutboxRow; made: NewProtocol }) {
  const navigate = useNavigate();
  const form = useForm({
    resolver: zodResolver(newProtocolForm),
    defaultValues: { ...formOfNew(made), members: [] },
  });
  const refusal = useRefusal(row);
  const { setError, formState } = form;
  const { isDirty } = formState;
  const isSent = useRef(false);
  useEffect(() => {
    showFieldErrors(refusal, serverFields, setError, serverNames);
  }, [refusal, setError]);
  const place = protocolAddress(made.id);
  const save = useMutation({
    mutationFn: () => {
      const values = newProtocolForm.parse(form.getValues());
      return resolveMutation(createProtocol, row, { ...made, fields: newFields(values), people: namedIn(values) });
    },
    onSuccess: () => {
      isSent.current = true;
      return navigate(place, { replace: true });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (focusUnchosenName(event.currentTarget)) return event.preventDefault();
    void form.handleSubmit(() => save.mutate())(event);
  };
  return (
    <FormProvider {...form}>
      <Banner tone="bad" icon={TriangleAlert} title="Сервер не принял протокол.">
        {row.fault?.message} Исправьте и отправьте ещё раз: участники, поручения и видео уйдут следом.
      </Banner>
      <Card className={styles.card}>
        <form noValidate className={layout.stack(5)} onKeyDownCapture={submitOnCtrlEnter} onSubmit={submit}>
          <ProtocolFields />
          <PlannedAgenda people={() => form.getValues('chairman')} />
          <SaveFailure error={save.error} />
          <div className={layout.centredRow(3)}>
            <Button type="submit" variant="primary" busy={save.isPending}>
              {save.isPending ? 'Загрузка...' : 'Отправить ещё раз'}
            </Button>
            <ButtonLink to={place} variant="quiet">
              Отмена
            </ButtonLink>
          </div>
        </form>
      </Card>
      <LeaveGuard has={() => isDirty && !isSent.current} title="Уйти без сохранения?" confirm="Уйти" cancel="Остаться">
        Исправления ещё не сохранены. Если уйти, они пропадут, а протокол останется в очереди отправки, как был.
      </LeaveGuard>
    </FormProvider>
  );
}
