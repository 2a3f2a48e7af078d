import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, use, useMemo, useRef, useState } from 'react';
import { type Member, type MemberKind, memberKinds, memberKindWords, oneMemberWords } from '#contract/bodies/member.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { memberKey } from '#src/data/member/index.ts';
import { unreadName, usePeopleNames } from '#src/data/person/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { QueryError } from '#src/features/connection/index.ts';
import { errorWords, type Optimistic, useOpenForm } from '#src/sync/index.ts';
import { Button, focusWhenLost, focusWhenThere } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import styles from '../editing/side-list.module.css';
import { SideSkeleton } from '../editing/side-skeleton.tsx';
import { AddMemberForm } from './add-member-form.tsx';
import { MemberRow } from './member-row.tsx';
import { addMember, changeKind, personOf, removeMember, useMembers } from './members.ts';
import { QuorumBar } from './quorum-bar.tsx';

const RollCall = lazy(async () => ({ default: (await import('./roll-call.tsx')).RollCall }));

interface MemberActions {
  remove: (member: Optimistic<Member>) => Promise<void>;
  change: (member: Optimistic<Member>, kind: MemberKind) => Promise<void>;
}

/** The members by kind; requested separately where the protocol does not include them. */
export function MemberList({ protocol, partial }: { protocol: Protocol; partial: boolean }) {
  const query = useMembers(protocol.id, !partial && !protocol.members);
  const members: Optimistic<Member>[] | undefined = protocol.members ?? query.data;
  const { readOnly } = use(EditingContext);
  const [announcement, setAnnouncement] = useState('');
  const [removed, setRemoved] = useState<Member>();
  const [failed, setFailed] = useState<{ member: string; words: string }>();
  const form = useOpenForm();
  const { memberKinds: kindsKept = false, attendance: hasRoll = false } = useOffers();
  const [isCalling, setCalling] = useState(false);
  const names = usePeopleNames((members ?? []).filter(({ name }) => !name).map(({ member_id }) => member_id));
  const latest = useRef<MemberActions>(undefined);
  const actions = useMemo(
    () => ({
      remove: (member: Optimistic<Member>) => void latest.current?.remove(member),
      change: (member: Optimistic<Member>, kind: MemberKind) => void latest.current?.change(member, kind),
    }),
    [],
  );
  if (!members && (query.isError || query.fetchStatus === 'paused')) return <QueryError query={query} />;
  if (!members) return <SideSkeleton rows="row" />;
  const nameOf = ({ name, member_id }: Member) =>
    name || (member_id ? (names.get(member_id) ?? unreadName(member_id)) : 'Без имени');
  // Failures are shown by the list: the row has been removed meanwhile.
  const remove = async (member: Member) => {
    const name = nameOf(member);
    setFailed(undefined);
    try {
      const isKept = await removeMember(protocol.id, member, name, form);
      setRemoved(member);
      setAnnouncement(`Участник убран: ${name}${isKept ? `. ${queuedWords}` : ''}`);
    } catch (error) {
      setFailed({ member: memberKey(member), words: `Не убран. ${errorWords(error).words}` });
    }
  };
  const change = async (member: Member, kind: MemberKind) => {
    const name = nameOf(member);
    setFailed(undefined);
    // The row moves to the group of its new kind, and the focus follows it.
    const row = `[data-member="${CSS.escape(memberKey(member))}"] [aria-haspopup="menu"]`;
    focusWhenThere(() => document.querySelector<HTMLElement>(`[data-kind="${kind}"] ${row}`));
    try {
      const isKept = await changeKind(protocol.id, member, name, kind, form);
      setAnnouncement(`${name}: ${oneMemberWords[kind].toLowerCase()}${isKept ? `. ${queuedWords}` : ''}`);
    } catch (error) {
      setFailed({ member: memberKey(member), words: `Вид участия не изменён. ${errorWords(error).words}` });
    } finally {
      // Saving may take a while, and a refused change moves the row back.
      focusWhenLost(() => document.querySelector<HTMLElement>(row));
    }
  };
  latest.current = { remove, change };
  const openRoll = () => {
    setCalling(true);
    focusWhenThere(() => document.querySelector<HTMLElement>('[data-roll] [role="option"][tabindex="0"]'));
  };
  const closeRoll = () => {
    setCalling(false);
    focusWhenThere(() => document.querySelector<HTMLElement>('[data-open-roll]'));
  };
  if (isCalling && hasRoll && !readOnly && members.length > 0) {
    return (
      <Suspense fallback={<SideSkeleton rows="row" />}>
        <RollCall protocol={protocol} members={members} nameOf={nameOf} onClose={closeRoll} />
      </Suspense>
    );
  }
  return (
    <>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {members.length === 0 ? <p className={styles.empty}>Участников в этом протоколе нет.</p> : null}
      {hasRoll ? <QuorumBar protocol={protocol} members={members} onRoll={readOnly ? undefined : openRoll} /> : null}
      <div className={styles.list} data-members="">
        {groups(members).map(([kind, people]) => (
          <section key={kind} data-kind={kind} aria-label={memberKindWords[kind]}>
            <h3 className={styles.group}>{memberKindWords[kind]}</h3>
            <ul>
              {people.map((member) => (
                <MemberRow
                  key={memberKey(member)}
                  id={memberKey(member)}
                  member={member}
                  name={nameOf(member)}
                  readOnly={readOnly}
                  failure={failed?.member === memberKey(member) ? failed.words : undefined}
                  hasKinds={kindsKept}
                  onKind={actions.change}
                  onRemove={actions.remove}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {removed && !readOnly ? (
        <RemovedMember
          key={memberKey(removed)}
          member={removed}
          name={nameOf(removed)}
          protocolId={protocol.id}
          onReturned={(isKept) => {
            setRemoved(undefined);
            setAnnouncement(`Участник возвращён: ${nameOf(removed)}${isKept ? `. ${queuedWords}` : ''}`);
          }}
        />
      ) : null}
      {readOnly ? null : (
        <AddMemberForm protocolId={protocol.id} members={members} kindsKept={kindsKept} onAnnounce={setAnnouncement} />
      )}
    </>
  );
}

function groups(members: Member[]): [kind: MemberKind, people: Member[]][] {
  return memberKinds
    .map((kind): [MemberKind, Member[]] => [kind, members.filter((member) => (member.kind ?? 'present') === kind)])
    .filter(([, people]) => people.length > 0);
}

interface RemovedMemberProps {
  member: Member;
  name: string;
  protocolId: string;
  /** `isKept`: the change waits on this device. */
  onReturned: (isKept: boolean) => void;
}

/** The member who was just removed, with an undo button. */
function RemovedMember({ member, name, protocolId, onReturned }: RemovedMemberProps) {
  const form = useOpenForm();
  const bring = useMutation({
    mutationFn: () => addMember(protocolId, personOf(member, name), member.kind ?? 'present', form),
    onSuccess: onReturned,
  });
  return (
    <p className={styles.undo}>
      <span className={styles.main}>
        Убран: <bdi>{name}</bdi>
        {bring.error ? (
          <span className={styles.failure} role="alert">
            Не возвращён. {errorWords(bring.error).words}
          </span>
        ) : null}
      </span>
      <Button size="small" variant="quiet" busy={bring.isPending} onClick={() => bring.mutate()}>
        {bring.isPending ? 'Загрузка...' : 'Вернуть'}
      </Button>
    </p>
  );
}
