import { Fragment, memo, type ReactNode, type Ref, useEffect } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import type { AgendaItem } from '#contract/protocol.ts';
import { voteChoices, voteTitles, voteWords } from '#contract/votes.ts';
import { PersonPicker } from '#src/features/people/index.ts';
import { shortName } from '#src/format/index.ts';
import type { AgendaForm } from '../editing/agenda-form.ts';
import { FormText } from '../editing/form-text.tsx';
import type { PlaceName } from '../editing/places.ts';
import styles from '../editing/sheet.module.css';
import { PassageField } from '../passages/passage-field.tsx';
import { type DecisionActions, DecisionFields } from './decision-fields.tsx';
import { PassageHeading } from './passage-heading.tsx';
import own from './question-fields.module.css';

interface AgendaFieldsProps {
  /** Counted from 1. */
  position: number;
  /** The parts that are there to be written in; the others are asked for first. */
  places: ReadonlySet<PlaceName>;
  /** Of the recording, at which the passages were begun. */
  moments?: AgendaItem['moments'];
  /** Asks for a part that is not there. */
  onPlace?: ((place: PlaceName) => void) | undefined;
  /** Beside the title. */
  menu?: ReactNode;
  /** Beside a decision that is saved, by its id. */
  besideDecision?: ((id: string, place: string) => ReactNode) | undefined;
  decisions?: Ref<DecisionActions> | undefined;
  onRemoving?: (() => void) | undefined;
  /** Called with whether the decision that is written in could be a sub-point. */
  onSubPointOffered?: ((isOffered: boolean) => void) | undefined;
  /** «Поручили», between the decisions and the votes. */
  children?: ReactNode;
}

const passageWords = { listened: 'Слушали', discussion: 'Выступили' } as const;

/** One question while it is written: the same lines in the same places as where it is read. */
export const AgendaFields = memo(function AgendaFields(props: AgendaFieldsProps) {
  const {
    position,
    places,
    moments,
    onPlace,
    menu,
    besideDecision,
    decisions,
    onRemoving,
    onSubPointOffered,
    children,
  } = props;
  // By the time somebody asks for the speaker the field is there.
  useEffect(() => void PersonPicker.load().catch(() => undefined), []);
  return (
    <>
      <div className={styles.top}>
        <h2 className={styles.heading}>
          <span className={styles.position}>{position}.</span>
          <span className={styles.headingText}>
            <FormText
              name="title"
              place="title"
              label="Вопрос"
              isLine
              aria-required
              placeholder="О чём вопрос"
              className={styles.title}
            />
            {places.has('speaker') ? null : <SpeakerName onEdit={() => onPlace?.('speaker')} />}
          </span>
        </h2>
        {menu}
      </div>
      {places.has('speaker') ? (
        <div className={own.speakerField} data-places="speaker">
          <SpeakerField />
        </div>
      ) : null}
      {(['listened', 'discussion'] as const).map((place) =>
        places.has(place) ? (
          <Fragment key={place}>
            <PassageHeading title={passageWords[place]} moment={moments?.[place]} />
            <PassageField place={place} label={passageWords[place]} className={styles.text} />
          </Fragment>
        ) : null,
      )}
      <DecisionFields
        ref={decisions}
        position={position}
        isOffered={places.has('decision')}
        beside={besideDecision}
        onRemoving={onRemoving}
        onSubPointOffered={onSubPointOffered}
      />
      {children}
      {places.has('votes') ? <VoteFields /> : null}
    </>
  );
});

/** The speaker as the heading says it; a press asks for another one. */
function SpeakerName({ onEdit }: { onEdit: () => void }) {
  const [speaker] = useWatch<AgendaForm, 'speaker'>({ name: 'speaker' });
  if (!speaker) return null;
  return (
    <button type="button" className={own.speakerName} data-place="speaker" onClick={onEdit}>
      докладчик {shortName(speaker.name)}
    </button>
  );
}

const SpeakerField = memo(function SpeakerField() {
  return (
    <Controller<AgendaForm, 'speaker'>
      name="speaker"
      render={({ field }) => <PersonPicker label="Докладчик" value={field.value} onChange={field.onChange} />}
    />
  );
});

const VoteFields = memo(function VoteFields() {
  return (
    <>
      <h3 className={styles.part}>Голосовали</h3>
      <div className={own.votes}>
        {voteChoices.map((name, index) => (
          <span key={name}>
            {index === 0 ? voteWords[name] : `, ${voteWords[name]}`}
            {'\u00A0— '}
            <FormText
              name={`votes.${name}`}
              place="votes"
              label={voteTitles[name]}
              isLine
              inputMode="numeric"
              className={own.count}
            />
          </span>
        ))}
      </div>
    </>
  );
});
