import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { errorWords } from '#src/sync/index.ts';
import { Button, layout, SelectField } from '#src/ui/index.ts';
import formStyles from '../editing/forms.module.css';
import { useScreenProtocol } from '../editing/protocol-context.ts';
import { questionAt } from './question-at.ts';
import { type SaidWords, useMinutes } from './use-minutes.ts';

interface TakeDecisionProps {
  said: SaidWords;
  onTaken: (words: string) => void;
  onCancel: () => void;
}

/** Chooses the question that what was said becomes a decision of; the one spoken of then is chosen beforehand. */
export function TakeDecision({ said, onTaken, onCancel }: TakeDecisionProps) {
  const protocol = useScreenProtocol();
  const agenda = protocol?.agenda ?? [];
  const { addDecision } = useMinutes();
  const [chosen, choose] = useState(() => questionAt(protocol ?? {}, said.evidence));
  const note = useId();
  const take = useMutation({
    mutationFn: () => addDecision(chosen, said),
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
