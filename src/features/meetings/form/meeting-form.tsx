import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ComponentProps, type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { type Control, Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { longestTitle, type Meeting } from '#contract/meetings/meeting.ts';
import { usePeopleNames } from '#src/data/person/index.ts';
import { usePickedFiles } from '#src/features/files/index.ts';
import { PersonPicker } from '#src/features/people/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import {
  Banner,
  Button,
  classNames,
  DateTimeField,
  focusUnchosenName,
  intoView,
  LeaveGuard,
  showToast,
  submitOnEnter,
  TextArea,
  TextField,
  useIsHere,
  useProgressiveParts,
} from '#src/ui/index.ts';
import styles from '../base/meeting-dialog.module.css';
import { MeetingDialog } from '../base/meeting-dialog.tsx';
import type { MeetingForm } from '../base/meeting-form-values.ts';
import { MovedEnd } from '../base/meeting-times.ts';
import { ClashWarning } from '../clash/clash-warning.tsx';
import { GuestRows } from '../invitees/guest-rows.tsx';
import { InviteCheck } from '../invitees/invite-check.tsx';
import { ReachQuestion } from '../series/reach-question.tsx';
import { MeetingBody } from './meeting-body.tsx';
import { MeetingFilesField } from './meeting-files-field.tsx';
import type { RefusedMeeting, SavedMeeting } from './save-meeting.ts';
import { useMeetingForm } from './use-meeting-form.ts';

const RepeatField = lazy(async () => ({ default: (await import('../series/repeat-field.tsx')).RepeatField }));

export interface SavedForm extends Pick<Meeting, 'start_at' | 'end_at'>, Pick<SavedMeeting, 'mails' | 'series'> {
  isNew: boolean;
  /** Whether the meeting waits on the device. */
  kept: boolean;
  /** Whether the form is still open. */
  isOpen: boolean;
}

interface MeetingFormDialogProps {
  initial: MeetingForm;
  /** The edited meeting; undefined for a new one. */
  meeting?: Optimistic<Meeting> | undefined;
  /** The refused mutation that the form shows again. */
  refused?: RefusedMeeting | undefined;
  onSaved: (saved: SavedForm) => void;
  onClose: () => void;
}

/** Parts rendered one after another: the title; the times; the place and the subject; the people and the files. */
const formParts = 4;

/** Form of a new meeting, or of a change of one. */
export function MeetingFormDialog({ initial, meeting, refused, onSaved, onClose }: MeetingFormDialogProps) {
  const isHere = useIsHere();
  const saved = useRef(false);
  const edit = useMeetingForm({
    initial,
    existing: meeting,
    refused,
    onSaved: (times, kept) => {
      saved.current = true;
      onSaved({ ...times, kept, isNew: !meeting, isOpen: isHere.current });
    },
    onFailed: (words) => {
      if (!isHere.current) showToast('Встреча не сохранена', { detail: words, tone: 'bad' });
    },
  });
  const { control, register, formState } = edit.form;
  const { errors } = formState;
  const names = usePeopleNames(initial.participants.map(({ id }) => id));

  // The title field answers the press at once; on a slow device the other parts are rendered while the person types.
  const due = useProgressiveParts(formParts, { onPress: true });

  const picked = usePickedFiles(edit.files.added, (added) => edit.setFiles({ ...edit.files, added }));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    // A name that was typed and not chosen would be lost with the form.
    if (focusUnchosenName(event.currentTarget)) return event.preventDefault();
    return edit.submit(event);
  };

  return (
    <MeetingDialog title={meeting ? 'Изменить встречу' : 'Новая встреча'} onClose={onClose}>
      <form noValidate onKeyDownCapture={submitOnEnter} onSubmit={submit} className={styles.form} {...picked.zone}>
        <div className={classNames(styles.body, due < formParts && styles.coming)}>
          {edit.failure ? (
            <div ref={intoView}>
              <Banner tone="bad" icon={TriangleAlert} title={`${edit.failure.title}.`}>
                {edit.failure.words}
              </Banner>
            </div>
          ) : null}
          <MeetingBody form={edit.form} />
          <TitleField control={control} error={errors.title?.message} {...register('title')} />
          {due > 1 ? <MeetingTimes form={edit.form} initial={initial} /> : null}
          {due > 1 && edit.mayRepeat ? (
            <Suspense fallback={<div className={styles.repeat} />}>
              <RepeatField
                form={edit.form}
                isOfSeries={Boolean(meeting?.series)}
                mustRepeat={Boolean((meeting ?? refused?.meeting)?.series)}
              />
            </Suspense>
          ) : null}
          {edit.isSaving || due === 1 ? null : <ClashWarning control={control} id={edit.id} names={names} />}
          {due > 2 ? <PlaceAndSubject form={edit.form} /> : null}
          {due > 3 ? (
            <>
              <Controller
                control={control}
                name="participants"
                render={({ field }) => (
                  <PersonPicker
                    label="Участники"
                    multiple
                    value={field.value.map(({ id, name }) => ({ id, name: names.get(id) ?? name }))}
                    onChange={field.onChange}
                    error={errors.participants?.message}
                  />
                )}
              />
              <GuestRows form={edit.form} />
              <MeetingFilesField
                stored={meeting?.files ?? []}
                value={edit.files}
                onChange={edit.setFiles}
                picked={picked}
                error={edit.filesError}
              />
            </>
          ) : null}
        </div>
        <div className={styles.buttons}>
          <InviteCheck form={edit.form} meeting={meeting} />
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" variant="primary" busy={edit.isSaving}>
            {edit.isSaving ? 'Загрузка...' : meeting ? 'Сохранить' : <CreateWords control={control} />}
          </Button>
        </div>
      </form>
      <SeriesQuestion edit={edit} />
      <LeaveGuard
        has={() => edit.isDirty && !saved.current}
        title="Закрыть без сохранения?"
        confirm="Закрыть"
        cancel="Вернуться к встрече"
      >
        <p>Введённое в этой форме пропадёт.</p>
      </LeaveGuard>
    </MeetingDialog>
  );
}

interface FormPart {
  form: UseFormReturn<MeetingForm>;
}

/** Beginning and end: a moved beginning moves the end along. */
function MeetingTimes({ form, initial }: FormPart & { initial: MeetingForm }) {
  const { control, formState, getValues, setValue } = form;
  const [movedEnd] = useState(() => new MovedEnd(initial.start_at));
  const moveEnd = (start: string | null) => {
    const end = movedEnd.follow(start, getValues('end_at'));
    if (end) setValue('end_at', end, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  };
  const time = (name: 'start_at' | 'end_at', label: string, onTime?: (value: string | null) => void) => (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <DateTimeField
          label={label}
          isRequired
          value={field.value}
          onChange={(value) => {
            onTime?.(value);
            field.onChange(value);
          }}
          onBlur={field.onBlur}
          fieldRef={field.ref}
          error={fieldState.error?.message}
        />
      )}
    />
  );
  return (
    <div className={styles.row}>
      {time('start_at', 'Начало', moveEnd)}
      {time('end_at', 'Окончание')}
    </div>
  );
}

function PlaceAndSubject({ form: { register, formState } }: FormPart) {
  const { errors } = formState;
  return (
    <>
      <div className={styles.row}>
        <TextField label="Место" autoComplete="off" error={errors.place?.message} {...register('place')} />
        <TextField
          label="Ссылка"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          error={errors.link?.message}
          {...register('link')}
        />
      </div>
      <TextArea
        label="Описание"
        rows={3}
        hint="Строки с номерами («1. О бюджете») станут повесткой протокола."
        error={errors.description?.message}
        {...register('description')}
      />
    </>
  );
}

/** Asks which meetings of a series a change applies to. */
function SeriesQuestion({ edit }: { edit: ReturnType<typeof useMeetingForm> }) {
  if (!edit.asked) return null;
  return (
    <ReachQuestion
      title="Изменить встречу серии"
      confirm="Сохранить"
      busy={edit.isSaving}
      isWithoutOne={edit.isRepeatChanged}
      onChoose={edit.answer}
      onCancel={edit.dismiss}
    >
      Прошедшие встречи, встречи с протоколом и то, что меняли у отдельных встреч, останутся как есть.
      {edit.mayCallOff ? ' Если какой-то встречи больше не будет, приглашённые на неё получат письмо об отмене.' : ''}
      {edit.asked.invites ? lettersWords(edit) : ''}
    </ReachQuestion>
  );
}

function lettersWords({ mayCallOff, tellsSeries }: { mayCallOff: boolean; tellsSeries: boolean }): string {
  if (tellsSeries) return ' Каждый получит одно письмо обо всех встречах, о которых ещё не знает.';
  return ` ${mayCallOff ? 'Других писем' : 'Писем об этом'} не будет: сообщите об изменении из самих встреч.`;
}

function CreateWords({ control }: Pick<TitleFieldProps, 'control'>) {
  return useWatch({ control, name: 'repeat' }) ? 'Создать встречи' : 'Создать встречу';
}

interface TitleFieldProps extends Omit<ComponentProps<typeof TextField>, 'label' | 'hint'> {
  control: Control<MeetingForm>;
}

/** Share of the limit from which the length of a title is shown. */
const nearly = 0.9;

/** Title of a meeting; near the limit it shows the length. */
function TitleField({ control, onBlur, ...rest }: TitleFieldProps) {
  const { length } = useWatch({ control, name: 'title' });
  const hint =
    length > longestTitle * nearly ? { hint: `${inWords(length)} из ${inWords(longestTitle)} символов` } : {};
  return (
    <TextField
      {...rest}
      {...hint}
      label="Название"
      autoComplete="off"
      aria-required
      autoFocus
      // The title is the first field: an error shown on leaving it empty would move the control that is being pressed
      // below.
      onBlur={(event) => event.currentTarget.value !== '' && onBlur?.(event)}
    />
  );
}

function inWords(count: number): string {
  return count.toLocaleString('ru');
}
