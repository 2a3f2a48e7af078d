import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type FormEvent, useRef } from 'react';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Body } from '#contract/bodies/body.ts';
import type { MemberKind } from '#contract/bodies/member.ts';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { FilledNote, showFieldErrors, useFilling } from '#src/features/forms/index.ts';
import { PersonPicker } from '#src/features/people/index.ts';
import { shortName } from '#src/format/index.ts';
import { errorWords, useOpenForm } from '#src/sync/index.ts';
import {
  Banner,
  Button,
  ButtonLink,
  Card,
  focusUnchosenName,
  layout,
  type OwnKeys,
  showToast,
  submitOnCtrlEnter,
  useIsHere,
  useOwnKeys,
} from '#src/ui/index.ts';
import type { ProtocolDraft } from '../editing/device-drafts.ts';
import styles from '../editing/form-page.module.css';
import formStyles from '../editing/forms.module.css';
import {
  type ChosenMember,
  headFieldNames,
  isUser,
  type NewProtocolForm as NewProtocolFormValues,
  newProtocolForm,
  serverNames,
} from '../editing/protocol-form.ts';
import { AgendaSources } from './agenda-sources.tsx';
import { bodyPrefill } from './body-prefill.ts';
import { type CreatedProtocol, createFromDraft } from './create-from-draft.tsx';
import { prefillOf } from './meeting-prefill.ts';
import { PlannedAgenda } from './planned-agenda.tsx';
import { ProtocolFields } from './protocol-fields.tsx';
import { DraftNote, SavedDraftWords, useProtocolDraft } from './use-protocol-draft.tsx';

interface NewProtocolFormProps {
  /** The name of its draft. */
  name: string;
  /** The draft of an earlier visit. */
  kept: ProtocolDraft | undefined;
  fresh: () => ProtocolDraft;
  /** Why the form is not filled in. */
  note?: string | undefined;
  isOfMeeting: boolean;
}

const filledWords = {
  title: 'название',
  kind: 'вид',
  place: 'место',
  chairman: 'председательствующий',
  agenda: 'повестка',
  members: 'участники',
  quorum: 'кворум',
};

const sendKeys: readonly OwnKeys[] = [{ either: ['Ctrl+Enter'], title: 'Создать протокол', group: 'На этом экране' }];

const serverFields = [...headFieldNames, 'agenda'] as const;

/** Form of a new protocol: it is saved while typing, and handed to the outbox with its members in one step. */
export function NewProtocolForm({ name, kept, fresh, note, isOfMeeting }: NewProtocolFormProps) {
  const navigate = useNavigate();
  // True when the shortcut of the installed app opens it: the focus goes to the first field, and otherwise to the
  // heading.
  const isStart = useLocation().key === 'default';
  const client = useQueryClient();
  const draft = useProtocolDraft(name, kept, fresh);
  const form = useForm({
    resolver: zodResolver(newProtocolForm),
    defaultValues: draft.start.form,
  });
  draft.useKeeping(form);
  useOwnKeys(sendKeys);

  const isHere = useIsHere();

  const openForm = useOpenForm();

  const leave = async ({ id, isKept, missed }: CreatedProtocol) => {
    draft.remove();
    const title = form.getValues('title');
    if (missed.length > 0) showToast('Протокол создан не весь', { detail: missed.join(', '), tone: 'warn' });
    else if (!isHere.current) {
      showToast('Протокол создан', { detail: isKept ? `${title}. ${queuedWords}` : title, protocolId: id });
    } else if (id === undefined) {
      showToast('Протокол создан', { detail: 'Сервер не назвал его: откройте его из списка.' });
    }
    if (!isHere.current) return;
    await navigate(`/main/protocols${id === undefined ? '' : `/${encodeURIComponent(id)}`}`, { replace: true });
  };
  const create = useMutation({
    mutationFn: () =>
      createFromDraft(client, draft.current(), newProtocolForm.parse(form.getValues()), openForm, draft.remember),
    onSuccess: leave,
    onError: (error) => {
      if (!isHere.current) {
        const detail = `${errorWords(error).title}. Черновик сохранён на этом устройстве.`;
        showToast('Протокол не создан', { detail, tone: 'bad' });
      }
      showFieldErrors(error, serverFields, form.setError, serverNames);
    },
  });
  const ofMeeting = useFilling(form, kept ? {} : draft.start.form);
  const ofBody = useFilling(form, kept ? {} : draft.start.form);
  const bodyBefore = useRef(draft.start.form.body_id);
  const takeMeeting = async (meeting: Meeting | undefined) => {
    if (!meeting) return;
    const prefill = await prefillOf(client, meeting);
    // Another meeting was chosen while the names were being read.
    if (form.getValues('meeting_id') !== meeting.id) return;
    ofMeeting.fill(prefill);
    bodyBefore.current = form.getValues('body_id');
  };
  const takeBody = (body: Body | undefined) => {
    const before = { body_id: bodyBefore.current };
    bodyBefore.current = body?.id ?? '';
    if (body) ofBody.fill(bodyPrefill(body), before);
  };
  const startFrom = (values: NewProtocolFormValues, isTyped: boolean) => {
    ofMeeting.restart(isTyped ? {} : values);
    ofBody.restart(isTyped ? {} : values);
    form.reset(values);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (focusUnchosenName(event.currentTarget)) event.preventDefault();
    else void form.handleSubmit(() => create.isPending || create.mutate())(event);
  };

  const failure = create.error ? errorWords(create.error) : undefined;
  return (
    <FormProvider {...form}>
      {note ? (
        <Banner icon={TriangleAlert} title={isOfMeeting ? 'Без встречи.' : 'Без комиссии или отдела.'}>
          {note}
        </Banner>
      ) : null}
      <DraftNote
        restoredAt={draft.restoredAt}
        canUndo={draft.canUndo}
        onStartAnew={() => startFrom(draft.startAnew(), false)}
        onUndo={() => startFrom(draft.undo(), true)}
      />
      <Card className={styles.wide}>
        <form noValidate className={styles.halves} onKeyDownCapture={submitOnCtrlEnter} onSubmit={submit}>
          <div className={layout.stack(5)}>
            <ProtocolFields onMeeting={takeMeeting} onBody={takeBody} autoFocus={isStart}>
              <FilledNote filling={ofBody} words={filledWords} />
            </ProtocolFields>
          </div>
          <div className={layout.stack(5)}>
            <PlannedAgenda
              people={() => [...form.getValues('members').filter(isUser), ...form.getValues('chairman')]}
              sources={<AgendaSources />}
            />
            <Controller
              control={form.control}
              name="members"
              render={({ field }) => (
                <PersonPicker
                  label="Участники"
                  multiple
                  value={field.value}
                  onChange={field.onChange}
                  description={kindsOf(field.value)}
                />
              )}
            />
          </div>
          <div className={styles.foot}>
            {failure ? (
              <p className={formStyles.failure} role="alert">
                <strong>Протокол не создан. {failure.title}.</strong> {failure.words}
              </p>
            ) : null}
            <div className={layout.centredRow(3)}>
              <Button type="submit" variant="primary" busy={create.isPending} aria-keyshortcuts="Control+Enter">
                {create.isPending ? 'Загрузка...' : 'Создать протокол'}
              </Button>
              <ButtonLink to="/main/protocols" variant="quiet">
                К списку
              </ButtonLink>
              <span className={styles.saved}>
                <SavedDraftWords saved={draft.saved} />
              </span>
            </div>
          </div>
        </form>
      </Card>
    </FormProvider>
  );
}

/** Returns who is expected to be absent by the answers to the invitations; the roll call may differ. */
function absentOnes(members: readonly ChosenMember[]): string | undefined {
  const names = members
    .filter(({ kind, absence }) => kind === 'absent' || absence !== undefined)
    .map(({ name, absence }) => shortName(name) + (absence ? ` (${absence})` : ''));
  return names.length > 0 ? `Не придут: ${names.join(', ')}` : undefined;
}

/** Returns the members with another kind than present; the chairman has a field of their own. */
function kindsOf(members: NewProtocolFormValues['members']): string | undefined {
  const named = (kind: MemberKind, label: string) => {
    const names = members.filter((member) => member.kind === kind).map(({ name }) => shortName(name));
    return names.length > 0 ? `${label}: ${names.join(', ')}` : undefined;
  };
  const parts = [named('secretary', 'Секретарь'), named('invited', 'Приглашены'), absentOnes(members)];
  return parts.filter(Boolean).join('; ') || undefined;
}
