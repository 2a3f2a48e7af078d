import ChevronDown from 'lucide-react/icons/chevron-down';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import type { MemberKind } from '#contract/bodies/member.ts';
import { PersonPicker } from '#src/features/people/index.ts';
import { fieldStyles, focusWhenLost, Icon, IconButton, layout } from '#src/ui/index.ts';
import styles from './bodies.module.css';
import type { BodyForm } from './body-form-values.ts';

/** Kinds of people in a body; nobody is absent beforehand. */
const kinds: [MemberKind, string][] = [
  ['chairman', 'Председатель'],
  ['secretary', 'Секретарь'],
  ['present', 'Член'],
  ['invited', 'Приглашается'],
];

/** Leads here whoever followed the number of people in the list of bodies. */
const focusIt = (heading: HTMLElement | null) => heading?.focus();

/** People of a body with their kinds; there is one chairman and one secretary. */
export function BodyPeople() {
  const { control, formState, getValues, setValue } = useFormContext<BodyForm>();
  const { fields, append, remove, update } = useFieldArray({ control, name: 'members', keyName: 'key' });
  const list = useRef<HTMLUListElement>(null);
  const error = formState.errors.members;
  const [address] = useSearchParams();
  const isMeant = address.get('part') === 'people';

  const change = (index: number, kind: MemberKind) => {
    const isSingle = kind === 'chairman' || kind === 'secretary';
    const members = getValues('members');
    const others = members.map((member) =>
      isSingle && member.kind === kind ? { ...member, kind: 'present' as const } : member,
    );
    const [member] = members.slice(index, index + 1);
    if (!member) return;
    if (others.every((each, place) => each === members[place])) update(index, { ...member, kind });
    else setValue('members', others.with(index, { ...member, kind }), { shouldDirty: true });
  };
  const drop = (index: number) => {
    remove(index);
    focusWhenLost(
      () => list.current?.querySelectorAll<HTMLElement>('button')[Math.min(index, fields.length - 2)] ?? null,
    );
  };
  return (
    <section aria-labelledby="body-people" className={layout.stack(3)}>
      <h2 id="body-people" ref={isMeant ? focusIt : undefined} tabIndex={-1}>
        Состав {fields.length > 0 ? <span className={styles.count}>{fields.length}</span> : null}
      </h2>
      {fields.length > 0 ? (
        <ul ref={list} className={styles.people}>
          {fields.map(({ key, id, name, position, kind }, index) => (
            <li key={key} className={styles.person} data-person={id}>
              <span className={styles.who}>
                <bdi>{name}</bdi>
                {position ? (
                  <span dir="auto" className={styles.note}>
                    {position}
                  </span>
                ) : null}
              </span>
              <div className={`${fieldStyles.inside} ${styles.kind}`}>
                <select
                  aria-label={`Как участвует: ${name}`}
                  className={`${fieldStyles.control} ${fieldStyles.select}`}
                  value={kind}
                  onChange={({ currentTarget }) => change(index, currentTarget.value as MemberKind)}
                >
                  {kinds.map(([value, words]) => (
                    <option key={value} value={value}>
                      {words}
                    </option>
                  ))}
                  {kinds.some(([value]) => value === kind) ? null : <option value={kind}>Отсутствует</option>}
                </select>
                <Icon of={ChevronDown} size={16} className={fieldStyles.chevron ?? ''} />
              </div>
              <IconButton icon={X} size="small" label={`Убрать: ${name}`} onClick={() => drop(index)} />
            </li>
          ))}
        </ul>
      ) : null}
      <PersonPicker
        label="Добавить в состав"
        multiple
        value={[]}
        exclude={fields.map(({ id }) => id)}
        error={error?.message ?? error?.root?.message}
        onChange={(people) =>
          append(
            people.map((person) => ({ ...person, kind: 'present' as const })),
            { shouldFocus: false },
          )
        }
      />
    </section>
  );
}
