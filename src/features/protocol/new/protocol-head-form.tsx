import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, use, useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { Body } from '#contract/bodies/body.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { knownBody, meetingOfBody } from '#src/data/body/index.ts';
import { currentProtocol, editBase } from '#src/data/protocol/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { showFieldErrors } from '#src/features/forms/index.ts';
import type { Optimistic, OutboxRow } from '#src/sync/index.ts';
import { focusUnchosenName, layout, submitOnEnter } from '#src/ui/index.ts';
import { SaveBar } from '../conflict/save-bar.tsx';
import { editToResolve, useRefusal } from '../editing/edit-to-resolve.ts';
import { EditingContext, useTyped } from '../editing/editing.ts';
import type { NameOf } from '../editing/people.ts';
import { changedHead, type HeadForm, headFieldNames, headForm, headOf, serverNames } from '../editing/protocol-form.ts';
import { useProtocolSave } from '../editing/use-protocol-save.ts';
import { ProtocolFields } from './protocol-fields.tsx';

interface ProtocolHeadFormProps {
  protocol: Optimistic<Protocol>;
  /** Queued mutation that is resolved instead of making a new one. */
  resolves?: OutboxRow | undefined;
  nameOf: NameOf;
  onDone: (words?: string) => void;
}

/** Form of a protocol's head: number, title, time, place, chairman. */
export function ProtocolHeadForm({ protocol, resolves, nameOf, onDone }: ProtocolHeadFormProps) {
  const { typed } = use(EditingContext);
  const client = useQueryClient();
  const place = resolves ? (`write ${resolves.id}` as const) : 'part';
  // Based on the version when editing began: a change that others make meanwhile is a conflict and is not overwritten.
  const [{ base, shown, basedOn }] = useState(() => {
    const edit = editToResolve(resolves);
    const now = currentProtocol(client, protocol.id) ?? protocol;
    const from = edit?.base ?? editBase(now);
    return { base: from, shown: { ...from, ...edit?.change }, basedOn: resolves ? undefined : now.unsent };
  });
  const formOf = (head: typeof base) => headOf(head as unknown as Protocol, nameOf(head.chairman_id as string));
  const form = useForm({
    resolver: zodResolver(headForm),
    defaultValues: (typed.get(place) as HeadForm | undefined) ?? formOf(shown),
  });
  useTyped(place, form);
  const saving = useProtocolSave(base, {
    basedOn,
    resolves,
    onSaved: (isKept) => onDone(isKept ? queuedWords : 'Данные протокола сохранены'),
  });
  const refusal = useRefusal(resolves);
  const error = saving.error ?? refusal;
  const { setError, setFocus } = form;
  useEffect(() => setFocus('title'), [setFocus]);
  useEffect(() => {
    showFieldErrors(error, headFieldNames, setError, serverNames);
  }, [error, setError]);

  // Existing values stay; a quorum rule that came from the former body is replaced.
  const takeBody = (body: Body | undefined) => {
    const former = protocol.body_id ? knownBody(client, protocol.body_id)?.quorum : undefined;
    const { kind, chairman, quorum } = form.getValues();
    const isRuleFree = !quorum || JSON.stringify(quorum) === JSON.stringify(former);
    if (isRuleFree) form.setValue('quorum', body?.quorum ?? null, { shouldDirty: true });
    const ofBody = body && meetingOfBody(body);
    if (ofBody && !kind) form.setValue('kind', ofBody.kind, { shouldDirty: true });
    if (ofBody && chairman.length === 0) form.setValue('chairman', ofBody.chairman, { shouldDirty: true });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (focusUnchosenName(event.currentTarget)) return event.preventDefault();
    void form.handleSubmit((values) => {
      const head = headForm.parse(values);
      saving.save(changedHead(formOf(base), head), { people: head.chairman });
    })(event);
  };
  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label="Данные протокола"
        data-form="head"
        className={layout.stack(4)}
        onKeyDownCapture={submitOnEnter}
        onSubmit={submit}
      >
        <ProtocolFields onBody={takeBody} bodyName={protocol.body?.name ?? undefined} />
        <SaveBar saving={saving} nameOf={nameOf} onCancel={() => onDone()} />
      </form>
    </FormProvider>
  );
}
