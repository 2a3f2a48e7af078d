import { useQuery } from '@tanstack/react-query';
import { type Member, memberKinds, memberKindWords } from '#contract/member.ts';
import type { Protocol } from '#contract/protocol.ts';
import { QueryError } from '#src/components/query-error.tsx';
import { Spinner } from '#src/components/spinner.tsx';
import { membersQuery } from './members-query.ts';
import styles from './side-list.module.css';

/** Who took part, by kind; asked for apart where the protocol does not carry its members. */
export function MemberList({ protocol, partial }: { protocol: Protocol; partial: boolean }) {
  const query = useQuery({ ...membersQuery(protocol.id), enabled: !partial && !protocol.members });
  const members = protocol.members ?? query.data;
  if (!members && (query.isError || query.fetchStatus === 'paused')) return <QueryError query={query} />;
  if (!members) return <Spinner />;
  if (members.length === 0) return <p className={styles.empty}>Участников в этом протоколе нет.</p>;
  return (
    <div className={styles.list}>
      {groups(members).map(([title, people]) => (
        <section key={title} aria-label={title}>
          <h3 className={styles.group}>{title}</h3>
          <ul>
            {people.map((person) => (
              <li key={person.id ?? person.member_id} className={styles.row}>
                <span className={styles.main}>
                  {person.name || 'Участник без имени'}
                  <span className={styles.note}>
                    {[person.position, person.organization].filter(Boolean).join(', ')}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function groups(members: Member[]): [title: string, people: Member[]][] {
  return memberKinds
    .map((kind): [string, Member[]] => [
      memberKindWords[kind],
      members.filter((member) => (member.kind ?? 'present') === kind),
    ])
    .filter(([, people]) => people.length > 0);
}
