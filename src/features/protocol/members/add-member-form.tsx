import { useMutation } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import UserRound from 'lucide-react/icons/user-round';
import { type FormEvent, lazy, memo, Suspense, useEffect, useRef, useState } from 'react';
import { type Member, type MemberKind, memberKinds, memberName, oneMemberWords } from '#contract/bodies/member.ts';
import { createMember, type MemberPerson } from '#src/data/member/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { type ChosenPerson, PersonPicker } from '#src/features/people/index.ts';
import { errorWords, type OutboxRow, resolveMutation, useOpenForm, variablesOf } from '#src/sync/index.ts';
import { Button, SelectField, TextField } from '#src/ui/index.ts';
import { useRefusal } from '../editing/edit-to-resolve.ts';
import styles from '../editing/side-list.module.css';
import { addMember, changeKind } from './members.ts';

const NewExternalDialog = lazy(async () => ({
  default: (await import('./new-external-dialog.tsx')).NewExternalDialog,
}));

interface AddMemberFormProps {
  protocolId: string;
  members: Member[];
  /** Whether the server stores the kinds of members and lets them be changed. */
  kindsKept?: boolean;
  /** Queued mutation that is resolved instead of making a new one. */
  resolves?: OutboxRow | undefined;
  onAnnounce: (words: string) => void;
}

interface Addition {
  person: MemberPerson;
  /** Name as it is shown. */
  name: string;
  kind: MemberKind;
  /** The existing member whose kind is changed; undefined for a new one. */
  member: Member | undefined;
}

/**
 * Form that adds one member with a kind; people from outside without an account have a form of their own. For an
 * existing member it shows their kind and changes it.
 */
export const AddMemberForm = memo(function AddMemberForm(props: AddMemberFormProps) {
  const { protocolId, members, kindsKept = false, resolves, onAnnounce } = props;
  const openForm = useOpenForm();
  const before = resolves && variablesOf(createMember, resolves);
  const refusal = useRefusal(resolves);
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ChosenPerson[]>(() => [...(before?.people ?? [])]);
  const { attendance: canBeNamed = false } = useOffers();
  /** Whether the queued creation being resolved is that of a person without an account. */
  const isNamed = before?.people.length === 0;
  const [nameFault, setNameFault] = useState<string>();
  const [chosenKind, setKind] = useState<MemberKind | undefined>(before?.kind);
  const [wasSent, setWasSent] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const typed = useRef(before?.name ?? '');
  const [isAddingExternal, setAddingExternal] = useState(false);
  // Mounts the field again for the next member: emptying a focused field would open its list.
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (round > 0) input.current?.focus();
  }, [round]);
  const memberOf = (person: ChosenPerson | undefined) => members.find(({ member_id }) => member_id === person?.id);
  const add = useMutation({
    mutationFn: async ({ person, name, kind, member }: Addition) => {
      if (member) return changeKind(protocolId, member, name, kind, openForm);
      if (!resolves || !before) return addMember(protocolId, person, kind, openForm);
      await resolveMutation(createMember, resolves, { ...before, kind, name: undefined, ...person });
      return true;
    },
    onSuccess: (isKept, { name, kind, member }) => {
      setChosen([]);
      typed.current = '';
      const done = member ? `${name}: ${oneMemberWords[kind].toLowerCase()}` : `Участник добавлен: ${name}`;
      onAnnounce(isKept ? `${done}. ${queuedWords}` : done);
      setRound((last) => last + 1);
    },
  });
  // While the request runs, the optimistic list already contains the new member.
  const there = add.isPending ? undefined : memberOf(chosen[0]);
  const thereAs = there && (there.kind ?? 'present');
  // An existing member keeps their kind unless another is chosen: naming the chairman again does not demote them.
  const kind = chosenKind ?? thereAs ?? 'present';
  const isChange = kindsKept && thereAs !== undefined && thereAs !== kind;
  const cause = add.error ?? (isTouched ? null : refusal);
  const failure = cause ? errorWords(cause) : undefined;
  const already = thereAs && thereWords(thereAs, kindsKept, isChange);
  const error =
    nameFault ??
    (wasSent
      ? (already ?? nobodyWords(typed.current, canBeNamed))
      : failure && `${add.variables?.member ? 'Вид участия не изменён' : 'Не добавлен'}. ${failure.words}`);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNamed) return addNamed();
    const [person] = chosen;
    const isNothing = !person || (there !== undefined && !isChange);
    setWasSent(isNothing);
    if (isNothing) input.current?.focus();
    else if (!add.isPending) add.mutate({ person: { people: [person] }, name: person.name, kind, member: there });
  };
  /** Adds a person without an account by the typed name. */
  const addNamed = () => {
    const name = memberName.safeParse(typed.current);
    setNameFault(name.success ? undefined : typed.current.trim() ? name.error.issues[0]?.message : 'Введите имя');
    if (!name.success) input.current?.focus();
    else if (!add.isPending)
      add.mutate({ person: { people: [], name: name.data }, name: name.data, kind, member: undefined });
  };
  return (
    <>
      <form
        noValidate
        className={styles.addForm}
        aria-label={resolves ? 'Участник' : 'Новый участник'}
        data-form="member"
        onSubmit={submit}
      >
        {isNamed ? (
          <TextField
            name="person"
            label="Имя"
            ref={input}
            defaultValue={typed.current}
            error={error}
            onChange={({ currentTarget }) => {
              typed.current = currentTarget.value;
              setTouched(true);
              setNameFault(undefined);
            }}
          />
        ) : (
          <PersonPicker
            key={round}
            name="person"
            label={resolves ? 'Участник' : 'Добавить участника'}
            value={chosen}
            onChange={(people) => {
              setChosen(people);
              setWasSent(false);
              setNameFault(undefined);
              setTouched(true);
              add.reset();
            }}
            onTyped={(text) => {
              typed.current = text;
              setNameFault(undefined);
            }}
            error={error}
            inputRef={input}
          />
        )}
        <SelectField
          label="В качестве"
          hint={wasSent ? undefined : already}
          value={kind}
          onChange={({ currentTarget }) => {
            setKind(memberKinds.find((each) => each === currentTarget.value));
            setWasSent(false);
          }}
        >
          {memberKinds.map((each) => (
            <option key={each} value={each}>
              {oneMemberWords[each]}
            </option>
          ))}
        </SelectField>
        <div className={styles.buttons}>
          <Button type="submit" busy={add.isPending}>
            {add.isPending ? 'Загрузка...' : resolves ? 'Сохранить' : isChange ? 'Изменить вид участия' : 'Добавить'}
          </Button>
          {resolves || !canBeNamed ? null : (
            <Button variant="quiet" icon={UserRound} onClick={addNamed}>
              Добавить по имени
            </Button>
          )}
          {resolves ? null : (
            <Button variant="quiet" icon={UserPlus} onClick={() => setAddingExternal(true)}>
              Добавить внешнего
            </Button>
          )}
        </div>
      </form>
      {isAddingExternal ? (
        <Suspense fallback={null}>
          <NewExternalDialog
            name={chosen.length > 0 ? '' : typed.current.trim()}
            onAdded={(person) =>
              add.mutate({ person: { people: [person] }, name: person.name, kind, member: undefined })
            }
            onClose={() => setAddingExternal(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
});

/** Returns the request to choose somebody; a person without an account is added by name where the server allows it. */
function nobodyWords(typed: string, canBeNamed: boolean): string {
  const words = 'Выберите человека из списка';
  if (!typed.trim()) return words;
  return canBeNamed
    ? `${words} или нажмите «Добавить по имени»`
    : `${words}: этот сервер хранит только участников с учётной записью`;
}

/** Returns the message that somebody is a member already, with an offer to change the kind. */
function thereWords(kind: MemberKind, kindsKept: boolean, isChange: boolean): string {
  if (!kindsKept) return 'Уже в списке участников';
  const already = `Уже в списке: ${oneMemberWords[kind].toLowerCase()}.`;
  return isChange ? already : `${already} Чтобы изменить это, выберите другое.`;
}
