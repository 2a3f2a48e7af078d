import { memo } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { useBodies } from '#src/data/body/index.ts';
import { counted, formatSpan } from '#src/format/index.ts';
import { FigureLink, Skeleton } from '#src/ui/index.ts';
import { chairmanOf, type NameOf } from './people.ts';
import styles from './sheet.module.css';

const nothingKnown = 'Дата и место не указаны';

interface FactsProps {
  protocol: Protocol;
  nameOf: NameOf;
  /** Whether the members are still loading, and with them the chairman. */
  partial?: boolean;
  /** Address of the list of the members; undefined where they stand directly beneath. */
  membersAt?: string | undefined;
}

/** Time, place, chairman and number of participants of the meeting. */
export const Facts = memo(function Facts({ protocol, nameOf, partial = false, membersAt }: FactsProps) {
  const { held_at, ended_at, kind, place, organization, members, body, body_id } = protocol;
  const chairman = chairmanOf(protocol, nameOf);
  const count = members?.length ?? protocol.members_total ?? 0;
  const others = [
    formatSpan(held_at, ended_at),
    place,
    organization,
    chairman && `Председательствующий: ${chairman}`,
  ].filter(Boolean);
  const people =
    count > 0 ? (
      <span key="members">
        <FigureLink to={membersAt} replace>
          {counted(count, 'участник', 'участника', 'участников')}
        </FigureLink>
      </span>
    ) : null;
  const otherwise = kind || others.length > 0 || people ? null : nothingKnown;
  const bodyFact = body_id ? (
    <BodyName key={body_id} id={body_id} name={body?.name} otherwise={otherwise} />
  ) : (
    body?.name
  );
  const facts = [kind, bodyFact, ...others, people].filter(Boolean);
  return (
    <p className={styles.facts}>
      {facts.length > 0
        ? facts.map((fact) => (typeof fact === 'object' ? fact : <span key={String(fact)}>{fact}</span>))
        : nothingKnown}
      {partial && count > 0 && !chairman ? <Skeleton width={240} height={14} /> : null}
    </p>
  );
});

interface BodyNameProps {
  id: string;
  name: string | null | undefined;
  /** Shown where no name is known. */
  otherwise: string | null;
}

/** Apart from the other facts: the list of bodies is drawn with every change that waits on this device. */
function BodyName({ id: own, name, otherwise }: BodyNameProps) {
  const known = useBodies().known.find(({ id }) => id === own);
  const shown = known?.name || name || otherwise;
  return shown ? <span>{shown}</span> : null;
}
