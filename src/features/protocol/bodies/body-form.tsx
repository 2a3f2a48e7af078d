import { zodResolver } from '@hookform/resolvers/zod';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { Body } from '#contract/bodies/body.ts';
import { bodyTitle } from '#src/data/body/index.ts';
import { showFieldErrors } from '#src/features/forms/index.ts';
import { bodiesAddress } from '#src/features/tabs/index.ts';
import {
  Banner,
  Button,
  ButtonLink,
  Card,
  focusUnchosenName,
  intoView,
  LeaveGuard,
  layout,
  submitOnCtrlEnter,
} from '#src/ui/index.ts';
import { useRefusal } from '../editing/edit-to-resolve.ts';
import styles from '../editing/form-page.module.css';
import { meetingKinds } from '../editing/protocol-form.ts';
import { SaveFailure } from '../editing/save-failure.tsx';
import { PlannedAgenda } from '../new/planned-agenda.tsx';
import { bodyForm, bodyFormOf, emptyBody, fieldsOf, peopleIn } from './body-form-values.ts';
import { BodyPeople } from './body-people.tsx';
import { BodyName, BodyRules } from './body-rules.tsx';
import type { OpenedBody } from './opened-body.ts';
import { changeOf, useBodySave } from './use-body-save.ts';

interface BodyFormPartProps {
  opened: OpenedBody;
  onSaved: (name: string, kept: boolean) => void;
  /** Called when the person gives up their changes. */
  onDropped: () => void;
}

const serverFields = ['name', 'name_genitive', 'kind', 'place', 'members', 'agenda', 'quorum', 'template_id'] as const;
const fieldNames: Record<string, string> = {
  name: 'название',
  name_genitive: 'название в родительном падеже',
  kind: 'что проводит',
  place: 'место',
  members: 'состав',
  agenda: 'постоянные вопросы',
  quorum: 'кворум',
  numbering: 'номера',
  approval: '«УТВЕРЖДАЮ»',
  chairman_listed: 'председательствующий в списке',
  template_id: 'шаблон DOCX',
  reminders: 'напоминания',
};

/** Form of a new or an existing body. */
export function BodyFormPart({ opened, onSaved, onDropped }: BodyFormPartProps) {
  const { base, shown, refused } = opened;
  const before = base?.quorum ?? null;
  const form = useForm({
    resolver: zodResolver(bodyForm),
    defaultValues: shown ? bodyFormOf(shown) : emptyBody(),
  });
  const { setError, formState, getValues } = form;
  const { isDirty } = formState;
  const isDone = useRef(false);
  const [wasSent, setSent] = useState(false);
  const saving = useBodySave(opened, (kept) => {
    isDone.current = true;
    onSaved(getValues('name').trim(), kept);
  });
  const refusal = useRefusal(refused);
  const error = saving.error ?? (wasSent || saving.theirs ? null : refusal);
  useEffect(() => {
    showFieldErrors(error, serverFields, setError);
  }, [error, setError]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (focusUnchosenName(event.currentTarget)) return event.preventDefault();
    void form.handleSubmit((values) => {
      setSent(true);
      saving.save(fieldsOf(values, before), peopleIn(values));
    })(event);
  };
  const drop = async () => {
    await saving.drop();
    isDone.current = true;
    onDropped();
  };
  return (
    <FormProvider {...form}>
      {saving.theirs && base ? (
        <Conflict
          base={base}
          theirs={saving.theirs}
          mine={Object.keys(changeOf(base, fieldsOf(getValues(), before)))}
          onDrop={() => void drop()}
        />
      ) : null}
      <Card className={styles.card}>
        <form noValidate className={layout.stack(5)} onKeyDownCapture={submitOnCtrlEnter} onSubmit={submit}>
          <BodyName autoFocus={!base && !refused} kinds={meetingKinds} />
          <BodyPeople />
          <PlannedAgenda
            title="Постоянные вопросы"
            empty="С этих вопросов будет начинаться повестка каждого протокола."
            people={() => getValues('members')}
          />
          <BodyRules before={before} />
          <SaveFailure ref={intoView} error={error} />
          <div className={layout.centredRow(3)}>
            <Button type="submit" variant="primary" busy={saving.busy} aria-keyshortcuts="Control+Enter">
              {saving.busy ? 'Загрузка...' : saving.theirs ? 'Сохранить моё' : 'Сохранить'}
            </Button>
            <ButtonLink to={bodiesAddress} variant="quiet">
              Отмена
            </ButtonLink>
          </div>
        </form>
      </Card>
      <LeaveGuard has={() => isDirty && !isDone.current} title="Уйти без сохранения?" confirm="Уйти" cancel="Остаться">
        Введённое в этой форме пропадёт.
      </LeaveGuard>
    </FormProvider>
  );
}

interface ConflictProps {
  base: Body;
  theirs: Body;
  /** Names of the fields that the person changed. */
  mine: string[];
  onDrop: () => void;
}

/** Conflict with somebody else's change: what is kept in either case, and what the person decides. */
function Conflict({ base, theirs, mine, onDrop }: ConflictProps) {
  const changed = Object.keys(changeOf(base, fieldsOf(bodyFormOf(theirs), theirs.quorum ?? null)));
  const both = changed.filter((name) => mine.includes(name));
  const words = (names: string[]) => names.map((name) => fieldNames[name] ?? name).join(', ');
  return (
    <div ref={intoView} role="alert">
      <Banner
        tone="bad"
        icon={TriangleAlert}
        title="Пока форма была открыта, это изменили на другом устройстве."
        action={
          <Button size="small" onClick={onDrop}>
            Взять то, что там
          </Button>
        }
      >
        «{bodyTitle(theirs)}»: изменено там: {words(changed) || 'ничего из того, что здесь видно'}.{' '}
        {both.length > 0
          ? `Изменено и здесь, и там: ${words(both)}. «Сохранить моё» оставит ваше, остальное будет как там.`
          : 'Ваши изменения этого не касаются: «Сохранить моё» оставит и то, и другое.'}
      </Banner>
    </div>
  );
}
