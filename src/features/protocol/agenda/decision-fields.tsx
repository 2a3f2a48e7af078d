import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import {
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { decisionCounter } from '#contract/decisions/decision-places.ts';
import { counted } from '#src/format/index.ts';
import { Button, IconButton, rowAction } from '#src/ui/index.ts';
import type { AgendaForm } from '../editing/agenda-form.ts';
import { FormText } from '../editing/form-text.tsx';
import { pasteTable, pointsIn } from '../editing/pasted-text.ts';
import { focusPlace } from '../editing/places.ts';
import styles from '../editing/sheet.module.css';
import { DecisionControls } from './decision-controls.tsx';
import { type DecisionList, pressInDecision } from './decision-keys.ts';
import own from './question-fields.module.css';

const most = 200;

/** Actions on the decisions that the bar of the item calls. */
export interface DecisionActions {
  /** Adds an empty decision after the last one, with the caret in it. */
  append: () => void;
  /** Makes the focused decision a sub-point of the one before it, or a point again. */
  indent: () => void;
}

interface DecisionFieldsProps {
  ref?: Ref<DecisionActions> | undefined;
  /** Place of the agenda item, counted from 1. */
  position: number;
  /** Whether «Добавить решение» is shown below the decisions. */
  isOffered: boolean;
  controlsOf?: ((id: string, place: string) => ReactNode) | undefined;
  /** Called before a decision is removed or split. */
  onRemoving?: (() => void) | undefined;
  /** Called with whether the focused decision could become a sub-point; with false once no decision has the focus. */
  onSubPointOffered?: ((isOffered: boolean) => void) | undefined;
}

/** The section «Решили», one field per decision; its keys are those of {@link pressInDecision}. */
export function DecisionFields({
  ref,
  position,
  isOffered,
  controlsOf,
  onRemoving,
  onSubPointOffered,
}: DecisionFieldsProps) {
  const { control, setValue, getValues } = useFormContext<AgendaForm>();
  const { fields, append, remove, insert, move, update } = useFieldArray({
    control,
    name: 'decisions',
    keyName: 'key',
  });
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  /** Id of the decision into which several lines were pasted. */
  const [pasted, setPasted] = useState<string>();
  const [drawn] = useState(() => new Set(fields.map(({ id }) => id)));
  /** Position of the caret to set once the decisions are rendered. */
  const wanted = useRef<{ index: number; offset?: number | undefined }>(undefined);
  useEffect(() => {
    const at = wanted.current;
    if (!at || !fields) return;
    wanted.current = undefined;
    const found = textsOf(list)[at.index];
    if (found) focusPlace(found, at.offset);
    else add.current?.focus();
  }, [fields]);

  const textOf = (index: number) => getValues(`decisions.${index}.text`);
  const levelOf = (index: number) => (index > 0 && getValues(`decisions.${index}.level`) ? 1 : 0);
  /** `caret`: index of the decision that gets the caret. */
  const insertAt = (index: number, text: string, level: number, caret = index) => {
    if (fields.length >= most) return;
    wanted.current = { index: caret, offset: 0 };
    insert(index, { id: uuidv7(), text, level }, { shouldFocus: false });
  };
  const drop = (
    index: number,
    at: { index: number; offset?: number } = { index: Math.min(index, fields.length - 2) },
  ) => {
    onRemoving?.();
    wanted.current = at;
    remove(index);
  };
  const setLevel = (index: number, level: 0 | 1, offset: number) => {
    wanted.current = { index, offset };
    update(index, { ...getValues(`decisions.${index}`), level });
  };
  useImperativeHandle(ref, () => ({
    append: () => insertAt(fields.length, '', 0),
    indent: () => {
      const texts = textsOf(list);
      const index = writtenIn(texts);
      if (index > 0) setLevel(index, levelOf(index) === 1 ? 0 : 1, texts[index]?.selectionStart ?? 0);
    },
  }));
  const keys: DecisionList = {
    count: fields.length,
    levelOf,
    setLevel,
    divide(index, from, to) {
      const text = textOf(index);
      if (fields.length >= most) return;
      const rest = text.slice(to);
      if (from === 0 && rest !== '') {
        // The text keeps the identity of its decision, with its votes, its task and its moment; the empty one is new.
        if (to > 0) setValue(`decisions.${index}.text`, rest, { shouldDirty: true });
        return insertAt(index, '', levelOf(index), index + 1);
      }
      if (from < text.length) setValue(`decisions.${index}.text`, text.slice(0, from), { shouldDirty: true });
      insertAt(index + 1, rest, levelOf(index));
    },
    join(index) {
      const before = textOf(index - 1);
      const text = before + textOf(index);
      // When one of the two is empty, the text keeps the id of the decision that it belonged to.
      const isFirstEmpty = before === '';
      const ids = [getValues(`decisions.${index - 1}.id`), getValues(`decisions.${index}.id`)] as const;
      const [gone, kept] = isFirstEmpty ? ids : ([ids[1], ids[0]] as const);
      const { [gone]: votes, ...others } = getValues('decisionVotes') ?? {};
      // Two votes cannot be merged into one.
      if (text.length > 10_000 || (votes && others[kept])) return;
      if (votes) setValue('decisionVotes', { ...others, [kept]: votes }, { shouldDirty: true });
      const level = levelOf(index - 1);
      if (isFirstEmpty && levelOf(index) !== level) update(index, { ...getValues(`decisions.${index}`), level });
      drop(isFirstEmpty ? index - 1 : index, { index: index - 1, offset: before.length });
      setValue(`decisions.${index - 1}.text`, text, { shouldDirty: true });
    },
    drop(index) {
      // Votes are removed by their own button only.
      if (!getValues('decisionVotes')?.[getValues(`decisions.${index}.id`)]) drop(index, { index: 0, offset: 0 });
    },
    move(index, by, offset) {
      wanted.current = { index: index + by, offset };
      move(index, index + by);
    },
  };
  const split = (index: number) => {
    const [first = '', ...others] = pointsIn(textOf(index));
    onRemoving?.();
    setPasted(undefined);
    update(index, { ...getValues(`decisions.${index}`), text: first });
    wanted.current = { index: index + others.length };
    insert(
      index + 1,
      others.map((text) => ({ id: uuidv7(), text, level: levelOf(index) })),
      { shouldFocus: false },
    );
  };
  // One stable object across renders: otherwise a key in one decision would render all the others.
  const [actions] = useState((): { latest: RowActions } => ({ latest: { keys, drop, split, paste: setPasted } }));
  actions.latest = { keys, drop, split, paste: setPasted };
  if (fields.length === 0 && !isOffered) return null;
  const count = decisionCounter(position);
  return (
    <>
      <h3 className={styles.part}>Решили</h3>
      <ol
        ref={list}
        className={styles.points}
        onFocus={() => onSubPointOffered?.(writtenIn(textsOf(list)) > 0)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) onSubPointOffered?.(false);
        }}
      >
        {fields.map((point, index) => {
          const { place, level } = count(point);
          const points = pasted === point.id ? pointsIn(textOf(index)).length : 0;
          return (
            <DecisionRow
              key={point.key}
              id={point.id}
              index={index}
              place={place}
              number={place.slice(`${position}.`.length, -1)}
              level={level}
              parts={points > 1 && fields.length + points - 1 <= most ? points : 0}
              isRemovable={isOffered}
              controlsOf={controlsOf}
              drawn={drawn}
              actions={actions}
            />
          );
        })}
      </ol>
      {isOffered ? (
        <div>
          <Button
            ref={add}
            size="small"
            variant="quiet"
            icon={Plus}
            data-place="add-decision"
            className={styles.add}
            onClick={() => {
              wanted.current = { index: fields.length };
              append({ id: uuidv7(), text: '' }, { shouldFocus: false });
            }}
          >
            Добавить решение
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Actions on a decision, by its index from 0. */
interface RowActions {
  keys: DecisionList;
  drop: (index: number) => void;
  /** Makes a decision of each line that was pasted into this one. */
  split: (index: number) => void;
  /** Records the id of the decision into which something was pasted. */
  paste: (id: string) => void;
}

interface DecisionRowProps {
  id: string;
  /** Counted from 0. */
  index: number;
  /** Full number, «2.1.1.»; `number` is the same without that of the agenda item, «1.1». */
  place: string;
  number: string;
  level: 0 | 1;
  /** Number of decisions into which the pasted text can be split; 0 where it cannot. */
  parts: number;
  isRemovable: boolean;
  controlsOf: DecisionFieldsProps['controlsOf'];
  drawn: Set<string>;
  actions: { latest: RowActions };
}

/** One decision. Memoised: adding or removing one renders only those whose number changes. */
const DecisionRow = memo(function DecisionRow(props: DecisionRowProps) {
  const { id, index, place, number, level, parts, isRemovable, controlsOf, drawn, actions } = props;
  return (
    <li className={styles.point} data-level={level} data-decision={id}>
      <span className={styles.pointText}>
        <span className={styles.pointPlace}>{place}</span>
        <FormText
          name={`decisions.${index}.text`}
          place="decision"
          label={`Решение ${number}`}
          onKeyDown={(event) => pressInDecision(event, index, actions.latest.keys)}
          onPaste={(event) => {
            pasteTable(event);
            // The field has the pasted text only after this event.
            setTimeout(() => actions.latest.paste(id));
          }}
        />
      </span>
      {controlsOf ? <DecisionControls id={id} place={place} draw={controlsOf} drawn={drawn} /> : null}
      {isRemovable ? (
        <IconButton
          icon={Trash2}
          className={rowAction}
          size="small"
          label={`Убрать: решение ${number}`}
          onClick={() => actions.latest.drop(index)}
        />
      ) : null}
      {parts > 1 ? (
        <p role="status" className={own.offer}>
          Вставлено несколько строк.{' '}
          <Button size="small" onClick={() => actions.latest.split(index)}>
            Разделить на {counted(parts, 'решение', 'решения', 'решений')}
          </Button>
        </p>
      ) : null}
    </li>
  );
});

function textsOf(list: RefObject<HTMLElement | null>): HTMLTextAreaElement[] {
  return [...(list.current?.querySelectorAll('textarea') ?? [])];
}

/** Returns the index of the focused field; -1 where none has the focus. */
function writtenIn(texts: readonly HTMLTextAreaElement[]): number {
  return texts.indexOf(document.activeElement as HTMLTextAreaElement);
}
