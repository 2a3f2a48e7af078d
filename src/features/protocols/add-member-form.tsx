import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { calls } from '#contract/calls.ts';
import { type Member, type MemberKind, memberKinds } from '#contract/member.ts';
import { Button } from '#src/components/button.tsx';
import { type ChosenPerson, PersonPicker } from '#src/components/person-picker.tsx';
import { SelectField } from '#src/components/select-field.tsx';
import { api } from '#src/lib/api.ts';
import { errorWords } from '#src/lib/api-errors.ts';
import { isOurs } from '#src/lib/is-ours.ts';
import { refetchProtocol } from '#src/lib/queries/protocols.ts';
import { written } from '#src/lib/written.ts';
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
  onSaid: (words: string) => void;
}

/** Adds one member: who, and as what. */
export function AddMemberForm({ protocolId, members, onSaid }: AddMemberFormProps) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ChosenPerson[]>([]);
  const [kind, setKind] = useState<MemberKind>('present');
  const [missing, setMissing] = useState(false);
  const key = useRef({ of: '', id: '' });
  // Drawn anew for the next one: emptied under the focus, the field would open its list.
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (round > 0) input.current?.focus();
  }, [round]);
  const add = useMutation({
    mutationFn: async (person: ChosenPerson) => {
      const of = `${person.id} ${kind}`;
      if (key.current.of !== of) key.current = { of, id: uuidv7() };
      await addMember(protocolId, person.id, kind, key.current.id);
    },
    onSuccess: async (_done, person) => {
      setChosen([]);
      key.current = { of: '', id: '' };
      onSaid(`Участник добавлен: ${person.name}`);
      setRound((before) => before + 1);
      await refetchProtocol(client, protocolId);
    },
  });
  const failure = add.error ? errorWords(add.error) : undefined;
  const error = missing ? 'Выберите человека из списка' : failure && `Не добавлен. ${failure.words}`;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [person] = chosen;
    setMissing(!person);
    if (!person) input.current?.focus();
    else if (!add.isPending) add.mutate(person);
  };
  return (
    <form noValidate className={styles.addForm} aria-label="Новый участник" onSubmit={submit}>
      <PersonPicker
        key={round}
        label="Добавить участника"
        value={chosen}
        onChange={(people) => {
          setChosen(people);
          setMissing(false);
          add.reset();
        }}
        exclude={members.map(({ member_id }) => member_id)}
        error={error}
        inputRef={input}
      />
      <SelectField
        label="В качестве"
        value={kind}
        onChange={({ currentTarget }) => setKind(memberKinds.find((each) => each === currentTarget.value) ?? 'present')}
      >
        {memberKinds.map((each) => (
          <option key={each} value={each}>
            {kindWords[each]}
          </option>
        ))}
      </SelectField>
      <Button type="submit" busy={add.isPending}>
        {add.isPending ? 'Загрузка...' : 'Добавить'}
      </Button>
    </form>
  );
}

/** POST …/members; a provider without extras gets only whom the specification names. */
export async function addMember(protocolId: string, memberId: string, kind: MemberKind, key: string): Promise<void> {
  const ours = await isOurs();
  const body = { member_id: memberId, ...(ours ? { id: key, kind } : {}) };
  await written(api(calls.createMember, { params: { id: protocolId }, idempotencyKey: key, body }));
}
