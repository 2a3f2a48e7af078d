import ListPlus from 'lucide-react/icons/list-plus';
import { use, useRef, useState } from 'react';
import type { AgendaItem, Decision } from '#contract/protocol.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { Button, focusWhenLost } from '#src/ui/index.ts';
import { EditingContext, type FormKey } from '../editing/editing.ts';
import type { NameOf } from '../editing/people.ts';
import { useScreenProtocol } from '../editing/protocol-context.ts';
import { TaskForm } from '../tasks/task-form.tsx';
import { draftOfDecision } from './decision-draft.ts';
import styles from './decision-task.module.css';

interface DecisionTaskProps {
  item: AgendaItem;
  decision: Pick<Decision, 'id' | 'text' | 'evidence'>;
  /** Its number as it is shown, «2.1.». */
  place: string;
  nameOf: NameOf;
}

/** Makes a task of a decision: a form in which all is filled in that the decision says. */
export function DecisionTask({ item, decision, place, nameOf }: DecisionTaskProps) {
  const { readOnly, typed } = use(EditingContext);
  const key: FormKey = `task of ${item.id} ${decision.id ?? place}`;
  const [open, setOpen] = useState(() => typed.has(key));
  const [said, setSaid] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  if (readOnly) return null;
  const close = () => {
    setOpen(false);
    focusWhenLost(() => button.current);
  };
  return (
    <>
      <span role="status" className="visually-hidden">
        {said}
      </span>
      {open ? (
        <div className={styles.form}>
          <DecisionTaskForm
            formKey={key}
            item={item}
            decision={decision}
            nameOf={nameOf}
            onSaved={(words) => {
              setSaid(words);
              close();
            }}
            onCancel={close}
          />
        </div>
      ) : (
        <Button
          ref={button}
          size="small"
          variant="quiet"
          icon={ListPlus}
          aria-label={`Поручение из решения ${place}`}
          onClick={() => setOpen(true)}
        >
          Поручение
        </Button>
      )}
    </>
  );
}

interface DecisionTaskFormProps extends Omit<DecisionTaskProps, 'place'> {
  formKey: FormKey;
  onSaved: (words: string) => void;
  onCancel: () => void;
}

/** Apart from its button: it alone follows the protocol, which changes with everything that is typed in it. */
function DecisionTaskForm({ formKey, item, decision, nameOf, onSaved, onCancel }: DecisionTaskFormProps) {
  const protocol = useScreenProtocol();
  if (!protocol) return null;
  return (
    <TaskForm
      protocol={protocol}
      draft={draftOfDecision({ key: formKey, item, decision, protocol })}
      nameOf={nameOf}
      onSaved={({ title }, isKept) => onSaved(isKept ? `${title}. ${queuedWords}` : `Поручение добавлено: ${title}`)}
      onCancel={onCancel}
    />
  );
}
