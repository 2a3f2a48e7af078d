import { useMutation } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Member, type MemberKind, memberKinds } from '#contract/member.ts';
import { Button } from '#src/components/button.tsx';
import { type ChosenPerson, PersonPicker } from '#src/components/person-picker.tsx';
import { SelectField } from '#src/components/select-field.tsx';
import { errorWords } from '#src/lib/api-errors.ts';
import { amend } from '#src/lib/writes/amend.ts';
import { createMember } from '#src/lib/writes/member-writes.ts';
import { useOpenForm } from '#src/lib/writes/use-writes.ts';
import { variablesOf } from '#src/lib/writes/write-kind.ts';
import type { OutboxRow } from '#src/offline/outbox-row.ts';
import { useRefusal } from './amended.ts';
import { keptWords } from './kept-words.ts';
import { NewExternalDialog } from './new-external-dialog.tsx';
import { addMember } from './save-member.ts';
import styles from './side-list.module.css';

/** What one person of a kind is called. */
const kindWords: Record<MemberKind, string> = {
  chairman: 'Председательствующий',
  secretary: 'Секретарь',
  present: 'Присутствует',
  invited: 'Приглашён',
  absent: 'Отсутствует',
};

interface AddMemberFormProps {
  protocolId: string;
  members: Member[];
  /** A kept write that is changed, in place of a new one. */
  amends?: OutboxRow | undefined;
  onSaid: (words: string) => void;
}

/** Adds one member: who, and as what; somebody from outside who is no user yet, by a form of their own. */
export function AddMemberForm({ protocolId, members, amends, onSaid }: AddMemberFormProps) {
  const openForm = useOpenForm();
  const before = amends && variablesOf(createMember, amends);
  const refusal = useRefusal(amends);
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ChosenPerson[]>(before?.people ?? []);
  const [kind, setKind] = useState<MemberKind>(before?.kind ?? 'present');
  const [missing, setMissing] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const typed = useRef('');
  const [isAddingExternal, setAddingExternal] = useState(false);
  // Drawn anew for the next one: emptied under the focus, the field would open its list.
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (round > 0) input.current?.focus();
  }, [round]);
  const add = useMutation({
    mutationFn: async (person: ChosenPerson) => {
      if (!amends || !before) return addMember(protocolId, person, kind, openForm);
      await amend(createMember, amends, { ...before, kind, people: [person] });
      return true;
    },
    onSuccess: (isKept, person) => {
      setChosen([]);
      typed.current = '';
      onSaid(isKept ? `${person.name}: ${keptWords}` : `Участник добавлен: ${person.name}`);
      setRound((last) => last + 1);
    },
  });
  const cause = add.error ?? (isTouched ? null : refusal);
  const failure = cause ? errorWords(cause) : undefined;
  const error = missing ? 'Выберите человека из списка' : failure && `Не добавлен. ${failure.words}`;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [person] = chosen;
    setMissing(!person);
    if (!person) input.current?.focus();
    else if (!add.isPending) add.mutate(person);
  };
  return (
    <>
      <form noValidate className={styles.addForm} aria-label={amends ? 'Участник' : 'Новый участник'} onSubmit={submit}>
        <PersonPicker
          key={round}
          label={amends ? 'Участник' : 'Добавить участника'}
          value={chosen}
          onChange={(people) => {
            setChosen(people);
            setMissing(false);
            setTouched(true);
            add.reset();
          }}
          onTyped={(text) => {
            typed.current = text;
          }}
          exclude={members.map(({ member_id }) => member_id)}
          error={error}
          inputRef={input}
        />
        <SelectField
          label="В качестве"
          value={kind}
          onChange={({ currentTarget }) =>
            setKind(memberKinds.find((each) => each === currentTarget.value) ?? 'present')
          }
        >
          {memberKinds.map((each) => (
            <option key={each} value={each}>
              {kindWords[each]}
            </option>
          ))}
        </SelectField>
        <div className={styles.buttons}>
          <Button type="submit" busy={add.isPending}>
            {add.isPending ? 'Загрузка...' : amends ? 'Сохранить' : 'Добавить'}
          </Button>
          {amends ? null : (
            <Button variant="quiet" icon={UserPlus} onClick={() => setAddingExternal(true)}>
              Добавить внешнего
            </Button>
          )}
        </div>
      </form>
      {isAddingExternal ? (
        <NewExternalDialog
          name={chosen.length > 0 ? '' : typed.current.trim()}
          onAdded={(person) => add.mutate(person)}
          onClose={() => setAddingExternal(false)}
        />
      ) : null}
    </>
  );
}
