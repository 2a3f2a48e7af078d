import { type Member, memberKinds, memberKindWords } from '#contract/bodies/member.ts';
import { placedAttachments } from '#contract/protocols/attachment.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { shortName } from '#src/format/index.ts';
import { AgendaItemView } from '../agenda/agenda-item-view.tsx';
import { LazyAttachmentList } from '../attachments/lazy-list.tsx';
import type { NameOf } from '../editing/people.ts';
import sheet from '../editing/sheet.module.css';
import { Facts } from '../editing/sheet-facts.tsx';
import { Assignments } from '../tasks/assignments.tsx';
import styles from './documents.module.css';

const ofProtocol = 'Приложения к протоколу';

/** A protocol in read-only form: facts, people, each agenda item with its tasks and files. */
export function ReadSheet({ protocol, nameOf }: { protocol: Protocol; nameOf: NameOf }) {
  const agenda = protocol.agenda ?? [];
  const tasks = protocol.tasks ?? [];
  const questions = new Set(agenda.map(({ id }) => id));
  const placed = placedAttachments(protocol.attachments, agenda);
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
      <Facts protocol={protocol} nameOf={nameOf} />
      <MemberNames members={protocol.members ?? []} nameOf={nameOf} />
      <ol className={sheet.agenda} aria-label="Повестка дня">
        {agenda.map((item, index) => (
          <li key={item.id} className={sheet.item} data-item={item.id}>
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

/** Members other than the chairman, by kind and name: «Присутствовали: Иванов И. И., Петров П. П.» */
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
    <ul className={styles.present} data-members="">
      {groups.map(({ kind, names }) => (
        <li key={kind}>
          {memberKindWords[kind]}: {names}
        </li>
      ))}
    </ul>
  );
}
