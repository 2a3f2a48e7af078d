import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { placedAttachments } from '#contract/attachment.ts';
import type { SignedOffVersion } from '#contract/document.ts';
import { type Member, memberKinds, memberKindWords } from '#contract/member.ts';
import type { Protocol } from '#contract/protocol.ts';
import { protocolTitle } from '#src/data/protocol/index.ts';
import { QueryError } from '#src/features/connection/index.ts';
import { shortName } from '#src/format/index.ts';
import { Button, focusWhenLost, Skeleton } from '#src/ui/index.ts';
import { AgendaItemView } from '../agenda/agenda-item-view.tsx';
import { LazyAttachmentList } from '../attachments/lazy-list.tsx';
import { EditingContext, nothingEdited } from '../editing/editing.ts';
import type { NameOf } from '../editing/people.ts';
import sheet from '../editing/sheet.module.css';
import { Facts } from '../editing/sheet-facts.tsx';
import { Assignments } from '../tasks/assignments.tsx';
import styles from './documents.module.css';
import { versionQuery } from './queries.ts';
import { FileSums, reopened, signedOff, VersionFiles } from './version-list.tsx';

interface VersionSheetProps {
  protocol: Protocol;
  edition: number;
  onClose: () => void;
}

/** A final version in place of the sheet, as it was signed off: to be read, whatever the protocol says by now. */
export function VersionSheet({ protocol, edition, onClose }: VersionSheetProps) {
  const query = useQuery(versionQuery(protocol.id, edition));
  const { data } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is read from its beginning
  useEffect(() => heading.current?.focus(), [edition]);
  const close = () => {
    onClose();
    focusWhenLost(() => document.querySelector<HTMLElement>(`[data-edition="${edition}"]`) ?? screenHeading());
  };
  return (
    <EditingContext value={nothingEdited}>
      <div className={styles.versionHead}>
        <h2 ref={heading} tabIndex={-1} data-version-title="" className={styles.versionTitle}>
          Версия {edition}
          {data?.reopened_for ? ', не действует' : ''}
        </h2>
        <Button size="small" onClick={close}>
          К протоколу
        </Button>
      </div>
      {data ? (
        <Version protocol={protocol} version={data} />
      ) : query.isError || query.fetchStatus === 'paused' ? (
        <QueryError query={query} />
      ) : (
        <div role="status" aria-label="Загрузка...">
          <Skeleton width="72%" />
          <Skeleton width="94%" />
        </div>
      )}
    </EditingContext>
  );
}

function screenHeading(): HTMLElement | null {
  return document.querySelector('h1');
}

const ofProtocol = 'Приложения к протоколу';

function Version({ protocol, version }: { protocol: Protocol; version: SignedOffVersion }) {
  const { protocol: said, people } = version;
  const names = useMemo(() => new Map(people.map(({ id, name }) => [id, name])), [people]);
  const nameOf: NameOf = (id) => (id ? names.get(id) : undefined);
  const agenda = said.agenda ?? [];
  const tasks = said.tasks ?? [];
  const questions = new Set(agenda.map(({ id }) => id));
  const placed = placedAttachments(said.attachments, agenda);
  const filesOf = (question: number) => {
    const attachments = placed.filter((each) => each.question === question).map(({ attachment }) => attachment);
    if (attachments.length === 0) return null;
    const [heading, label] =
      question > 0 ? ['Приложения', `Приложения к вопросу ${question}`] : [ofProtocol, ofProtocol];
    return (
      <>
        <h3 className={sheet.part}>{heading}</h3>
        <LazyAttachmentList protocolId={protocol.id} attachments={attachments} label={label} />
      </>
    );
  };
  return (
    <>
      <p className={styles.quiet}>{signedOff(version)}</p>
      {version.reopened_for ? <p className={styles.quiet}>{reopened(version)}</p> : null}
      <div className={styles.versionFiles}>
        <VersionFiles protocol={protocol} edition={version.edition} />
        <FileSums version={version} />
      </div>
      <h3 dir="auto" className={styles.versionName}>
        {protocolTitle(said)}
      </h3>
      <Facts protocol={said} nameOf={nameOf} />
      <MemberNames members={said.members ?? []} nameOf={nameOf} />
      <ol className={sheet.agenda} aria-label="Повестка дня">
        {agenda.map((item, index) => (
          <li key={item.id} className={sheet.item}>
            <AgendaItemView
              item={item}
              position={index + 1}
              tasks={tasks.filter(({ agenda_id }) => agenda_id === item.id)}
              nameOf={nameOf}
            />
            {filesOf(index + 1)}
          </li>
        ))}
      </ol>
      <Assignments tasks={tasks.filter(({ agenda_id }) => !agenda_id || !questions.has(agenda_id))} nameOf={nameOf} />
      {filesOf(0)}
    </>
  );
}

/** The members besides the chairman, by kind and name: «Присутствовали: Иванов И. И., Петров П. П.» */
function MemberNames({ members, nameOf }: { members: readonly Member[]; nameOf: NameOf }) {
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
