import type { ReactNode } from 'react';
import type { AgendaItem } from '#contract/protocol.ts';
import type { Task } from '#contract/task.ts';
import { shortName } from '#src/format/index.ts';
import type { NameOf } from '../editing/people.ts';
import type { PlaceName } from '../editing/places.ts';
import styles from '../editing/sheet.module.css';
import { MomentButton } from '../playback/moment-button.tsx';
import { Assignments } from '../tasks/assignments.tsx';
import { DecisionTask } from './decision-task.tsx';

interface AgendaItemViewProps {
  item: AgendaItem;
  position: number;
  /** The tasks of the question. */
  tasks: readonly Task[];
  nameOf: NameOf;
  /** What can be done with it. */
  menu?: ReactNode;
}

/** One question: who reported, слушали, выступили, решили, поручили, голосовали. */
export function AgendaItemView({ item, position, tasks, nameOf, menu }: AgendaItemViewProps) {
  const speaker = nameOf(item.speaker_id) ?? item.speaker_name;
  return (
    <>
      <div className={styles.top}>
        <h2 className={styles.heading}>
          <span className={styles.position}>{position}.</span>
          <span className={styles.headingText}>
            <bdi className={styles.title} data-place="title">
              {item.title || 'Вопрос без названия'}
            </bdi>
            {speaker ? (
              <span className={styles.speaker} data-place="speaker">
                докладчик {shortName(speaker)}
              </span>
            ) : null}
          </span>
        </h2>
        {menu}
      </div>
      <Passage title="Слушали" place="listened" text={item.listened} />
      <Passage title="Выступили" place="discussion" text={item.discussion} />
      <Decisions item={item} position={position} nameOf={nameOf} />
      <Assignments tasks={tasks} nameOf={nameOf} />
      <Votes votes={item.votes} />
    </>
  );
}

interface PassageProps {
  title: string;
  place: PlaceName;
  text: string | null | undefined;
}

function Passage({ title, place, text }: PassageProps) {
  if (!text?.trim()) return null;
  return (
    <>
      <h3 className={styles.part}>{title}</h3>
      <p dir="auto" className={styles.text} data-place={place}>
        {text}
      </p>
    </>
  );
}

function Decisions({ item, position, nameOf }: Pick<AgendaItemViewProps, 'item' | 'position' | 'nameOf'>) {
  // A provider that knows no points sends one text for the whole item.
  const texts = item.decisions?.length
    ? item.decisions
    : item.decision?.trim()
      ? [{ id: undefined, text: item.decision, evidence: item.evidence }]
      : [];
  if (texts.length === 0) return null;
  const points = texts.map((point, index) => ({ ...point, place: `${position}.${index + 1}.` }));
  return (
    <>
      <h3 className={styles.part}>Решили</h3>
      <ol className={styles.points}>
        {points.map(({ id, text, evidence, place }) => (
          <li key={place} className={styles.point}>
            <span className={styles.pointText}>
              <span className={styles.pointPlace}>{place}</span> <bdi data-place="decision">{text}</bdi>
            </span>
            {evidence ? <MomentButton evidence={evidence} /> : null}
            <DecisionTask item={item} decision={{ id, text, evidence }} place={place} nameOf={nameOf} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Votes({ votes }: { votes: AgendaItem['votes'] }) {
  if (!votes) return null;
  const words = [
    ['за', votes.for],
    ['против', votes.against],
    ['воздержались', votes.abstained],
  ].flatMap(([word, count]) => (typeof count === 'number' ? [`${word}\u00A0— ${count}`] : []));
  return words.length > 0 ? <Passage title="Голосовали" place="votes" text={words.join(', ')} /> : null;
}
