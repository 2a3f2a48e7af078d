import { type Member, memberKinds, memberKindWords } from '#contract/member.ts';
import { shortName } from '#src/format/index.ts';
import type { NameOf } from '../editing/people.ts';
import styles from './documents.module.css';

/** Who took part beside the chairman, by how they did and by name: «Присутствовали: Иванов И. И., Петров П. П.» */
export function MemberNames({ members, nameOf }: { members: readonly Member[]; nameOf: NameOf }) {
  const groups = memberKinds.flatMap((kind) => {
    if (kind === 'chairman') return [];
    const own = members.filter((member) => (member.kind ?? 'present') === kind);
    const names = own.flatMap(({ member_id, name }) => nameOf(member_id) ?? name ?? []);
    names.sort((one, other) => one.localeCompare(other, 'ru'));
    return names.length > 0 ? [{ kind, names: names.map((name) => shortName(name)).join(', ') }] : [];
  });
  if (groups.length === 0) return null;
  return (
    <ul className={styles.present}>
      {groups.map(({ kind, names }) => (
        <li key={kind}>
          {memberKindWords[kind]}: {names}
        </li>
      ))}
    </ul>
  );
}
