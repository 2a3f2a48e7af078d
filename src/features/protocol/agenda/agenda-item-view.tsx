import { type ReactNode, use } from 'react';
import { useStore } from 'zustand';
import { blocksOf, type Passage as PassageName } from '#contract/protocols/formatted-text.ts';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import { countWords } from '#contract/protocols/votes.ts';
import type { Task } from '#contract/tasks/task.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { shortName } from '#src/format/index.ts';
import { classNames } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import type { NameOf } from '../editing/people.ts';
import { ProtocolContext } from '../editing/protocol-context.ts';
import styles from '../editing/sheet.module.css';
import { FormattedText, formattedStyle } from '../passages/formatted-text.tsx';
import { MomentButton } from '../playback/moment-button.tsx';
import { Assignments } from '../tasks/assignments.tsx';
import { type DecisionPoint, type DecisionTasks, shownDecision } from '../tasks/decision-tasks.ts';
import chipStyles from '../tasks/task-chips.module.css';
import { useDecisionTasks } from '../tasks/use-decision-tasks.ts';
import { DecisionTask } from './decision-task.tsx';
import { VotesOfDecision } from './decision-votes-view.tsx';
import { PassageHeading } from './passage-heading.tsx';

interface AgendaItemViewProps {
  item: AgendaItem;
  position: number;
  tasks: readonly Task[];
  nameOf: NameOf;
  /** Menu with the actions on the item. */
  menu?: ReactNode;
}

/** One agenda item in read mode: title and speaker, слушали, выступили, решили, поручили, голосовали. */
export function AgendaItemView({ item, position, tasks, nameOf, menu }: AgendaItemViewProps) {
  const speaker = nameOf(item.speaker_id) ?? item.speaker_name;
  const { points, found } = useDecisionTasks(item, position, tasks, nameOf);
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
      <Passage title="Слушали" place="listened" item={item} />
      <Passage title="Выступили" place="discussion" item={item} />
      <Decisions item={item} points={points} found={found} nameOf={nameOf} />
      <Assignments tasks={found.others} doubles={found.doubles} nameOf={nameOf} />
      <Votes votes={item.votes} />
    </>
  );
}

interface PassageProps {
  title: string;
  place: PassageName;
  item: AgendaItem;
}

function Passage({ title, place, item }: PassageProps) {
  const text = item[place];
  if (!text?.trim()) return null;
  const blocks = blocksOf(item, place);
  return (
    <>
      <PassageHeading title={title} moment={item.moments?.[place]} />
      {blocks ? (
        <div className={classNames(styles.text, formattedStyle)} data-place={place}>
          <FormattedText blocks={blocks} />
        </div>
      ) : (
        <p dir="auto" className={styles.text} data-place={place}>
          {text}
        </p>
      )}
    </>
  );
}

interface DecisionsProps extends Pick<AgendaItemViewProps, 'item' | 'nameOf'> {
  points: readonly DecisionPoint[];
  found: DecisionTasks;
}

function Decisions({ item, points, found, nameOf }: DecisionsProps) {
  const { readOnly } = use(EditingContext);
  const { attendance } = useOffers();
  // The button appears only in edit mode; its room is reserved, so that nothing moves when editing begins.
  const hasVoteButton = attendance && !readOnly;
  if (points.length === 0) return null;
  return (
    <>
      <h3 className={styles.part}>Решили</h3>
      <ol className={styles.points}>
        {points.map((point) => {
          const task = found.made.get(point.place);
          return (
            <li
              key={point.place}
              className={styles.point}
              data-level={point.level}
              data-decision={point.id}
              data-assignment={task?.id}
            >
              <span className={styles.pointText}>
                <span className={styles.pointPlace}>{point.place}</span>{' '}
                <bdi data-place="decision">{task ? <DecisionText point={point} task={task} /> : point.text}</bdi>
              </span>
              <DecisionTask itemId={item.id} point={point} found={found} nameOf={nameOf} />
              {hasVoteButton && !point.votes ? <span className={styles.buttonRoom} /> : null}
              {point.evidence ? <MomentButton evidence={point.evidence} /> : null}
              <VotesOfDecision votes={point.votes} />
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Votes({ votes }: { votes: AgendaItem['votes'] }) {
  const words = countWords(votes);
  if (!words) return null;
  return (
    <>
      <h3 className={styles.part}>Голосовали</h3>
      <p dir="auto" className={styles.text} data-place="votes">
        {words}
      </p>
    </>
  );
}

/**
 * Text of a decision that became a task, without what its chips show. Where the task's title differs, both are shown.
 */
function DecisionText({ point, task }: { point: DecisionPoint; task: Task }) {
  // Selects the members only: the protocol changes with all text that is typed in it.
  const members = useStore(use(ProtocolContext), ({ protocol }) => protocol?.members);
  const { text, title } = shownDecision(point.text, task, members);
  if (!title) return text;
  return (
    <>
      {text}
      <span className={chipStyles.title}>Поручение: {title}</span>
    </>
  );
}
