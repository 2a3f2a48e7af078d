import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { id as wireId } from '#contract/id.ts';
import { candidatesQuery, likelyCandidate } from '#src/data/queued/index.ts';
import { errorWords, type OutboxRow, useOnline } from '#src/sync/index.ts';
import { ConfirmDialog, Spinner } from '#src/ui/index.ts';
import styles from './mutation-item.module.css';

interface ChooseThingProps {
  row: OutboxRow;
  /** Called with the id as the provider sent it. */
  onChosen: (given: string | number) => void;
  onCancel: () => void;
}

/** Asks which of the server's candidates a mutation created: the provider did not say, or its answer was lost. */
export function ChooseThing({ row, onChosen, onCancel }: ChooseThingProps) {
  const online = useOnline();
  const { data: things, error } = useQuery(candidatesQuery(row));
  const [picked, pick] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const chosen = picked ?? (things && likelyCandidate(row, things)?.id);

  return (
    <ConfirmDialog
      title="Что из этого создано вами?"
      confirm="Выбрать"
      onConfirm={() => (chosen === undefined ? setMissing(true) : onChosen(z.encode(wireId, chosen)))}
      onCancel={onCancel}
    >
      <p>{row.title}</p>
      {things?.length === 0 ? <p className={styles.with}>На сервере ничего похожего нет.</p> : null}
      {things && things.length > 0 ? (
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">Есть на сервере</legend>
          {things.map(({ id, title, note }) => (
            <label key={id} className={styles.choice}>
              <input type="radio" name={row.id} checked={chosen === id} onChange={() => pick(id)} />
              <span>
                {title}
                {note ? <span className={styles.note}>{note}</span> : null}
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {things || error || !online ? null : <Spinner />}
      <div role="alert">
        {!things && (error || !online) ? (
          <p className={styles.fault}>
            {online ? errorWords(error).words : 'Нужно подключение, чтобы прочитать список.'}
          </p>
        ) : null}
        {isMissing && chosen === undefined ? (
          <p className={styles.fault}>Выберите, что из этого создано вами.</p>
        ) : null}
      </div>
    </ConfirmDialog>
  );
}
