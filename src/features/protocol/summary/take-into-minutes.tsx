import { useMutation } from '@tanstack/react-query';
import FilePlus from 'lucide-react/icons/file-plus';
import Gavel from 'lucide-react/icons/gavel';
import ListPlus from 'lucide-react/icons/list-plus';
import { use, useId, useRef, useState } from 'react';
import type { Proposal } from '#contract/insights/proposal.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { errorWords } from '#src/sync/index.ts';
import { Button, focusWhenLost, layout, SelectField } from '#src/ui/index.ts';
import { draftOfWords } from '../agenda/decision-draft.ts';
import { EditingContext, type FormKey } from '../editing/editing.ts';
import formStyles from '../editing/forms.module.css';
import { useProtocolNames } from '../editing/people.ts';
import { useScreenProtocol } from '../editing/protocol-context.ts';
import styles from '../editing/side-list.module.css';
import { LazyTaskForm } from '../tasks/lazy-task-form.tsx';
import { type QuotedWords, questionAt, useMinutes } from './use-minutes.ts';

type Kind = Proposal['kind'];

interface TakeIntoMinutesProps {
  /** Key of the typed values; it is the same for the same words. */
  name: string;
  quote: QuotedWords;
  /** Kinds that the words may become, the likeliest first. */
  kinds: readonly Kind[];
  /** Called when the words were taken over; `words` describe as what. */
  onTaken: (words: string) => void;
}

const targets = {
  question: { title: 'В повестку', icon: FilePlus },
  decision: { title: 'В решение', icon: Gavel },
  task: { title: 'В поручение', icon: ListPlus },
} as const;

/** «В повестку», «в решение», «в поручение»: makes spoken words a part of the minutes, with their moment. */
export function TakeIntoMinutes({ name, quote, kinds, onTaken }: TakeIntoMinutesProps) {
  const protocol = useScreenProtocol();
  const { readOnly, typed } = use(EditingContext);
  const key: FormKey = `task of ${name}`;
  const [open, setOpen] = useState<Kind | undefined>(() => (typed.has(key) ? 'task' : undefined));
  const { addQuestion } = useMinutes();
  const buttons = useRef<HTMLDivElement>(null);
  const add = useMutation({
    mutationFn: () => addQuestion(quote),
    onSuccess: (isTaken) => isTaken && onTaken('Вопрос добавлен в повестку'),
  });
  if (!protocol || readOnly) return null;
  const close = () => {
    setOpen(undefined);
    focusWhenLost(() => buttons.current?.querySelector('button'));
  };
  const finish = (words: string) => {
    setOpen(undefined);
    onTaken(words);
  };
  if (open === 'decision') return <TakeDecision quote={quote} onTaken={finish} onCancel={close} />;
  if (open === 'task')
    return <TakeTask protocol={protocol} formKey={key} quote={quote} onTaken={finish} onCancel={close} />;
  return (
    <div ref={buttons} className={styles.buttons}>
      {kinds.map((kind) => (
        <Button
          key={kind}
          size="small"
          variant="quiet"
          icon={targets[kind].icon}
          busy={kind === 'question' && add.isPending}
          aria-label={`${targets[kind].title}: ${quote.text}`}
          onClick={() => (kind === 'question' ? add.mutate() : setOpen(kind))}
        >
          {targets[kind].title}
        </Button>
      ))}
      {add.error || add.data === false ? (
        <p className={formStyles.failure} role="alert">
          {add.error ? errorWords(add.error).words : 'Сначала исправьте вопрос, который открыт.'}
        </p>
      ) : null}
    </div>
  );
}

interface TakeTaskProps {
  protocol: Protocol;
  formKey: FormKey;
  quote: QuotedWords;
  onTaken: (words: string) => void;
  onCancel: () => void;
}

function TakeTask({ protocol, formKey, quote, onTaken, onCancel }: TakeTaskProps) {
  const nameOf = useProtocolNames(protocol);
  const agendaId = questionAt(protocol, quote.evidence);
  const source = { evidence: quote.evidence ?? null };
  return (
    <LazyTaskForm
      protocol={protocol}
      draft={draftOfWords({ key: formKey, text: quote.text, agendaId, source, protocol })}
      nameOf={nameOf}
      onSaved={({ title }, isKept) => onTaken(isKept ? `${title}. ${queuedWords}` : `Поручение добавлено: ${title}`)}
      onCancel={onCancel}
    />
  );
}

interface TakeDecisionProps {
  quote: QuotedWords;
  onTaken: (words: string) => void;
  onCancel: () => void;
}

/** Form that adds the words as a decision to an agenda item; the item discussed at that moment is preselected. */
function TakeDecision({ quote, onTaken, onCancel }: TakeDecisionProps) {
  const protocol = useScreenProtocol();
  const agenda = protocol?.agenda ?? [];
  const { addDecision } = useMinutes();
  const [chosen, choose] = useState(() => questionAt(protocol ?? {}, quote.evidence));
  const note = useId();
  const take = useMutation({
    mutationFn: () => addDecision(chosen, quote),
    onSuccess: (isTaken) => isTaken && onTaken('Решение добавлено в повестку'),
  });
  const isKnown = agenda.some(({ id }) => id === chosen);
  return (
    <form
      noValidate
      className={layout.stack(3)}
      aria-label="В решение"
      onSubmit={(event) => {
        event.preventDefault();
        if (isKnown && !take.isPending) take.mutate();
      }}
    >
      {agenda.length > 0 ? (
        <SelectField label="Вопрос повестки" autoFocus value={chosen} onChange={({ target }) => choose(target.value)}>
          {agenda.map((item, index) => (
            <option key={item.id} value={item.id}>
              {index + 1}. {item.title || 'Вопрос без названия'}
            </option>
          ))}
        </SelectField>
      ) : (
        <p id={note}>Повестка пуста: сначала добавьте вопрос, к которому относится решение.</p>
      )}
      {take.error || take.data === false ? (
        <p className={formStyles.failure} role="alert">
          {take.error ? errorWords(take.error).words : 'Сначала исправьте вопрос, который открыт.'}
        </p>
      ) : null}
      <div className={layout.centredRow(3)}>
        {agenda.length > 0 ? (
          <Button type="submit" size="small" busy={take.isPending}>
            Добавить решение
          </Button>
        ) : null}
        <Button size="small" variant="quiet" onClick={onCancel}>
          Отмена
        </Button>
      </div>
    </form>
  );
}
