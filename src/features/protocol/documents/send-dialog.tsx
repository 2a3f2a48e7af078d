import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { type FieldError, type Merge, type UseFormRegisterReturn, useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import { emailKey } from '#contract/common.ts';
import { otherAddresses, type ProtocolRecipients, protocolSend } from '#contract/documents/document.ts';
import { documentNames } from '#contract/documents/printed/document-names.ts';
import { zoneOf } from '#contract/documents/printed/print-settings.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { documentSettingsQuery } from '#src/data/protocol/index.ts';
import { protocolOf } from '#src/data/protocol-scope.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { showFieldErrors } from '#src/features/forms/index.ts';
import { counted } from '#src/format/index.ts';
import { api, errorWords, useQueuedMutations, useSession } from '#src/sync/index.ts';
import { FormDialog, fieldStyles as field, Spinner, showToast, TextArea, TextField } from '#src/ui/index.ts';
import { DocumentChoice, firstDocument, queryOf } from './document-choice.tsx';
import styles from './documents.module.css';
import { mailsQuery, recipientsQuery } from './queries.ts';

const { recipients, subject, text } = protocolSend.shape;
const letterForm = z
  .object({
    recipients,
    addresses: z.pipe(z.string(), z.pipe(z.transform(splitAddresses), otherAddresses)),
    subject,
    text,
  })
  .check(z.refine(isToSomebody, { path: ['recipients'], error: 'Выберите получателей' }));
type Letter = z.output<typeof letterForm>;

/**
 * Dialog that sends the protocol as a file by mail to participants and other addresses. Only the server can, so offline
 * it says so.
 */
export function SendDialog({ protocol, onClose }: { protocol: Protocol; onClose: () => void }) {
  const { id } = protocol;
  const offlineNote = useOfflineNote();
  const client = useQueryClient();
  const { userId } = useSession();
  const known = useQuery(recipientsQuery(id));
  const [chosen, setChosen] = useState(() => firstDocument(protocol, 'full'));
  const hasUnsent = useQueuedMutations().some((row) => row.state !== 'sent' && protocolOf(row) === id);
  const people = known.data?.people;
  const isStored = known.data?.by_smtp === false;
  const { documents: enabled = false } = useOffers();
  const office = useQuery({ ...documentSettingsQuery(), enabled }).data?.time_zone;
  const { number, held_at: heldAt, ended_at: endedAt } = protocol;
  const { title: name } = documentNames({ number, heldAt, endedAt }, zoneOf(heldAt, office));
  const first = {
    recipients: [] as string[],
    addresses: '',
    subject: letterSubject(protocol, name),
    text: letterText(name),
  };
  // People without an account are not preselected.
  const others = people?.filter((person) => person.id !== userId && !person.is_guest).map((person) => person.id);
  const form = useForm({
    resolver: zodResolver(letterForm),
    defaultValues: first,
    ...(others ? { values: { ...first, recipients: others } } : {}),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = form.formState;
  const key = useRequestKey();
  const send = useMutation({
    mutationFn: (letter: Letter) => {
      const body = { ...letter, ...queryOf(chosen), format: chosen.format };
      return api(calls.sendProtocol, { params: { id }, body, idempotencyKey: key(body) });
    },
    onSuccess: (_all, letter) => {
      const amount = letter.recipients.length + new Set(letter.addresses.map(emailKey)).size;
      const words = counted(amount, 'письмо', 'письма', 'писем');
      if (isStored)
        showToast(`Сохраняем ${words} на сервере`, { protocolId: id, detail: 'Почта не подключена', tone: 'warn' });
      else showToast(`Отправляем ${words}`, { protocolId: id });
      void client.invalidateQueries({ queryKey: mailsQuery(id).queryKey });
      onClose();
    },
    onError: (error) => showFieldErrors(error, ['recipients', 'addresses', 'subject', 'text'], form.setError),
  });
  const failure = send.error ? `Не отправлено. ${errorWords(send.error).words}` : undefined;
  return (
    <FormDialog
      title="Отправить протокол по почте"
      submit={isStored ? 'Сохранить на сервере' : 'Отправить'}
      busy={send.isPending}
      dirty={isDirty}
      blockedBy={offlineNote}
      failure={known.error && !people ? errorWords(known.error).words : failure}
      onClose={onClose}
      onSubmit={form.handleSubmit((letter) => {
        if (!send.isPending) send.mutate(letter);
      })}
    >
      <RecipientFields
        people={people}
        count={form.watch('recipients').length}
        field={form.register('recipients')}
        error={errors.recipients?.message}
      />
      {known.data?.takes_addresses ? (
        <TextField
          label="Другие адреса"
          hint="Через запятую"
          inputMode="email"
          autoComplete="off"
          error={addressError(errors.addresses, form.watch('addresses'))}
          {...form.register('addresses')}
        />
      ) : null}
      <TextField
        label="Тема"
        aria-required
        autoComplete="off"
        error={errors.subject?.message}
        {...form.register('subject')}
      />
      <TextArea label="Текст письма" rows={6} error={errors.text?.message} {...form.register('text')} />
      <DocumentChoice protocol={protocol} value={chosen} onChange={setChosen} />
      {hasUnsent ? (
        <p>Неотправленных изменений в документе не будет: он готовится из того, что есть на сервере.</p>
      ) : null}
      {isStored ? (
        <p>
          Почта не подключена: письма никуда не уйдут, а сохранятся файлами на сервере. Подключить её может
          администратор.
        </p>
      ) : null}
    </FormDialog>
  );
}

/**
 * Splits a text at commas, semicolons and spaces; of «Имя <адрес>», as mail programs copy it, only the address is
 * taken.
 */
function splitAddresses(typed: string): string[] {
  const parts = typed.split(/[,;]/).flatMap((part) => /<([^<>]*)>/.exec(part)?.[1] ?? part.split(/\s+/));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function isToSomebody(letter: { recipients: string[]; addresses: string[] }): boolean {
  return letter.recipients.length + letter.addresses.length > 0;
}

/** Returns the error of the list, or of one address with that address. */
function addressError(error: FieldError | Merge<FieldError, (FieldError | undefined)[]> | undefined, typed: string) {
  if (!error || error.message) return error?.message;
  const faults: readonly (FieldError | undefined)[] = Array.isArray(error) ? error : [];
  const index = faults.findIndex(Boolean);
  return index < 0 ? undefined : `${faults[index]?.message}: ${splitAddresses(typed)[index]}`;
}

/**
 * Returns the same key for the same letter, so that a retry after a lost answer is not sent twice; a new key for
 * another letter.
 */
function useRequestKey() {
  const last = useRef({ letterKey: '', key: '' });
  return (letter: object) => {
    const of = JSON.stringify(letter);
    if (last.current.letterKey !== of) last.current = { letterKey: of, key: uuidv7() };
    return last.current.key;
  };
}

/** Returns «Протокол № 12 от 20.11.2026: Совещание по бюджету», with the same date as in the file name. */
function letterSubject(protocol: Protocol, name: string): string {
  const { title } = protocol;
  return title?.trim() ? `${name}: ${title.trim()}`.slice(0, 300) : name;
}

/** Returns the default text of the letter. */
function letterText(name: string): string {
  return `Здравствуйте!\n\nНаправляем ${name.replace(/^П/, 'п')}. Документ\u00A0— во вложении.`;
}

interface RecipientFieldsProps {
  /** Undefined while they are loading. */
  people: ProtocolRecipients['people'] | undefined;
  /** The number of chosen people. */
  count: number;
  field: UseFormRegisterReturn;
  error: string | undefined;
}

/** «Получатели»: participants, each with the address that the letter goes to. */
function RecipientFields({ people, count, field: registered, error }: RecipientFieldsProps) {
  const note = useId();
  return (
    <fieldset className={styles.recipients} aria-describedby={error ? note : undefined}>
      <legend className={field.label}>Получатели</legend>
      {people ? null : <Spinner />}
      {people && people.length > 0 ? (
        <>
          <p className={styles.quiet}>{counted(count, 'получатель', 'получателя', 'получателей')}</p>
          <div className={styles.people}>
            {people.map(({ id, name, email, is_guest }) => (
              <label key={id} className={styles.recipient}>
                <input type="checkbox" value={id} {...registered} aria-invalid={error ? true : undefined} />
                <span>
                  {name || email}{' '}
                  {name ? (
                    <span className={styles.quiet}>
                      {email}
                      {is_guest ? ', гость встречи' : ''}
                    </span>
                  ) : null}
                </span>
              </label>
            ))}
          </div>
        </>
      ) : null}
      {error ? (
        <p id={note} className={field.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
