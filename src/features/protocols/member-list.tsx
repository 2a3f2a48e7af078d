import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import { type Member, memberKinds, memberKindWords } from '#contract/member.ts';
import type { Protocol } from '#contract/protocol.ts';
import { QueryError } from '#src/components/query-error.tsx';
import { Spinner } from '#src/components/spinner.tsx';
import { usePeopleNames } from '#src/lib/queries/people.ts';
import { AddMemberForm } from './add-member-form.tsx';
import { EditingContext } from './editing.ts';
import { MemberRow } from './member-row.tsx';
import { membersQuery } from './members-query.ts';
import { RemovedMember } from './removed-member.tsx';
import styles from './side-list.module.css';

/** Who took part, by kind; asked for apart where the protocol does not carry its members. */
export function MemberList({ protocol, partial }: { protocol: Protocol; partial: boolean }) {
  const query = useQuery({ ...membersQuery(protocol.id), enabled: !partial && !protocol.members });
  const members = protocol.members ?? query.data;
  const { readOnly } = use(EditingContext);
  const [said, setSaid] = useState('');
  const [removed, setRemoved] = useState<Member>();
  const names = usePeopleNames((members ?? []).filter(({ name }) => !name).map(({ member_id }) => member_id));
  if (!members && (query.isError || query.fetchStatus === 'paused')) return <QueryError query={query} />;
  if (!members) return <Spinner />;
  const nameOf = (member: Member) => member.name || (names.get(member.member_id) ?? `Пользователь ${member.member_id}`);
  return (
    <>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {members.length === 0 ? <p className={styles.empty}>Участников в этом протоколе нет.</p> : null}
      <div className={styles.list} data-members="">
        {groups(members).map(([title, people]) => (
          <section key={title} aria-label={title}>
            <h3 className={styles.group}>{title}</h3>
            <ul>
              {people.map((member) => (
                <MemberRow
                  key={member.id ?? member.member_id}
                  member={member}
                  name={nameOf(member)}
                  protocolId={protocol.id}
                  readOnly={readOnly}
                  onRemoved={() => {
                    setRemoved(member);
                    setSaid(`Участник убран: ${nameOf(member)}`);
                  }}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {removed && !readOnly ? (
        <RemovedMember
          key={removed.id ?? removed.member_id}
          member={removed}
          name={nameOf(removed)}
          protocolId={protocol.id}
          onReturned={() => {
            setRemoved(undefined);
            setSaid(`Участник возвращён: ${nameOf(removed)}`);
          }}
        />
      ) : null}
      {readOnly ? null : <AddMemberForm protocolId={protocol.id} members={members} onSaid={setSaid} />}
    </>
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
