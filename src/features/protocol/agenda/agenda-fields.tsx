import { Fragment, memo, type ReactNode, type Ref, useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import { voteChoices, voteTitles, voteWords } from '#contract/protocols/votes.ts';
import { PersonPicker } from '#src/features/people/index.ts';
import { shortName } from '#src/format/index.ts';
import { FieldPlaceholder, latePart } from '#src/ui/index.ts';
import type { AgendaForm } from '../editing/agenda-form.ts';
import { FormText } from '../editing/form-text.tsx';
import type { PlaceName } from '../editing/places.ts';
import styles from '../editing/sheet.module.css';
import { PassageField } from '../passages/passage-field.tsx';
import { type DecisionActions, DecisionFields } from './decision-fields.tsx';
import { PassageHeading } from './passage-heading.tsx';
import own from './question-fields.module.css';

interface AgendaFieldsProps {
  /** Place of the item in the agenda, counted from 1. */
  position: number;
  /** Parts that are shown as fields; the others are added on request. */
  places: ReadonlySet<PlaceName>;
  /** Moments of the recording at which the passages were begun. */
  moments?: AgendaItem['moments'];
  /** Called to show a part that is not among `places`. */
  onPlace?: ((place: PlaceName) => void) | undefined;
  /** Menu of the item, drawn beside the title. */
  menu?: ReactNode;
  /** Draws the controls beside a saved decision with this id. */
  decisionControls?: ((id: string, place: string) => ReactNode) | undefined;
  decisions?: Ref<DecisionActions> | undefined;
  onRemoving?: (() => void) | undefined;
  /** Called with whether the focused decision could become a sub-point. */
  onSubPointOffered?: ((isOffered: boolean) => void) | undefined;
  /** The section «Поручили», between the decisions and the votes. */
  children?: ReactNode;
}

const SpeakerField = latePart(
  async () => {
    const [part] = await Promise.all([import('./speaker-field.tsx'), PersonPicker.load()]);
    return part.SpeakerField;
  },
  () => <FieldPlaceholder label="Докладчик" />,
);

const passageWords = { listened: 'Слушали', discussion: 'Выступили' } as const;

/** Fields of one agenda item in edit mode; the layout is the same as in read mode. */
export const AgendaFields = memo(function AgendaFields(props: AgendaFieldsProps) {
  const {
    position,
    places,
    moments,
    onPlace,
    menu,
    decisionControls,
    decisions,
    onRemoving,
    onSubPointOffered,
    children,
  } = props;
  // Loaded ahead, so that the field is ready when the speaker is requested.
  useEffect(() => void SpeakerField.load().catch(() => undefined), []);
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
        controlsOf={decisionControls}
        onRemoving={onRemoving}
        onSubPointOffered={onSubPointOffered}
      />
      {children}
      {places.has('votes') ? <VoteFields /> : null}
    </>
  );
});

/** Name of the speaker as the heading shows it; pressing it opens the field that changes the speaker. */
function SpeakerName({ onEdit }: { onEdit: () => void }) {
  const [speaker] = useWatch<AgendaForm, 'speaker'>({ name: 'speaker' });
  if (!speaker) return null;
  return (
    <button type="button" className={own.speakerName} data-place="speaker" onClick={onEdit}>
      докладчик {shortName(speaker.name)}
    </button>
  );
}

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
