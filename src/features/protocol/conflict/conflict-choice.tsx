import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { cachedMeeting } from '#src/data/meeting/index.ts';
import type { Difference, Side } from '#src/data/protocol/index.ts';
import { useSession } from '#src/sync/index.ts';
import { Button, ConfirmDialog, intoView, isWriting, layout } from '#src/ui/index.ts';
import type { NameOf } from '../editing/people.ts';
import type { Conflict } from '../editing/protocol-conflict.ts';
import styles from './conflict-choice.module.css';
import { changedWords, differenceName, sideWords } from './conflict-words.ts';

interface ConflictChoiceProps {
  conflict: Conflict;
  nameOf: NameOf;
  busy: boolean;
  /** Saves the combination; false where it contains none of the person's own changes. */
  onSave: (choice: (key: string) => Side) => boolean;
  /** Discards all of the person's changes, after a confirmation. */
  onTheirs: () => void;
  onCancel: () => void;
}

/**
 * Two versions side by side: for each part that the person changed, they choose their own or the server's. Nothing is
 * lost before they have chosen and saved; parts that they did not change are the server's.
 */
export function ConflictChoice({ conflict, nameOf, busy, onSave, onTheirs, onCancel }: ConflictChoiceProps) {
  const client = useQueryClient();
  const { differences, edit, theirs } = conflict;
  const { userId } = useSession();
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map());
  const [isAsking, setAsking] = useState(false);
  const section = useRef<HTMLElement>(null);
  const heading = useId();
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && isWriting(activeElement)) {
      // Somebody who is typing keeps the focus, and their field stays in view.
      intoView(section.current);
      intoView(activeElement);
    } else section.current?.focus();
  }, []);
  const sideOf = (key: string): Side => choices.get(key) ?? 'mine';
  const all = (side: Side) => setChoices(new Map(differences.map(({ key }) => [key, side])));
  const names = {
    nameOf,
    meetingOf: (id: string) => cachedMeeting(client, id)?.title ?? undefined,
    items: new Map(
      [...(edit.base.agenda ?? []), ...(theirs.agenda ?? []), ...(edit.change.agenda ?? [])].map((each) => [
        each.id,
        each,
      ]),
    ),
  };
  return (
    <section ref={section} tabIndex={-1} aria-labelledby={heading} className={styles.choice}>
      <h3 id={heading} className={styles.title}>
        Протокол изменили в другом месте
      </h3>
      <p className={styles.words}>
        {changedWords(theirs, userId)}{' '}
        {differences.length > 0
          ? 'Выберите, что оставить в каждой части. Остальное возьмём с сервера. Пока вы не сохранили, ничего не потеряно.'
          : 'На сервере уже то же самое, что у вас: сохранять нечего.'}
      </p>
      {differences.length > 1 ? (
        <div className={layout.centredRow(3)}>
          <Button size="small" onClick={() => all('mine')}>
            Везде моя версия
          </Button>
          <Button size="small" onClick={() => all('theirs')}>
            Везде с сервера
          </Button>
        </div>
      ) : null}
      {differences.map((difference) => (
        <DifferenceChoice
          key={difference.key}
          difference={difference}
          side={sideOf(difference.key)}
          wordsOf={(value) => sideWords(difference, value, names)}
          onChoose={(side) => setChoices(new Map(choices).set(difference.key, side))}
        />
      ))}
      <div className={layout.centredRow(3)}>
        <Button
          variant="primary"
          busy={busy}
          onClick={() => {
            if (differences.length === 0) onTheirs();
            else if (!onSave(sideOf)) setAsking(true);
          }}
        >
          {busy ? 'Загрузка...' : differences.length > 0 ? 'Сохранить выбранное' : 'Закрыть'}
        </Button>
        {differences.length > 0 ? (
          <Button variant="quiet" disabled={busy} onClick={onCancel}>
            Отмена
          </Button>
        ) : null}
      </div>
      {isAsking ? (
        <ConfirmDialog
          title="Отказаться от своих изменений?"
          confirm="Отказаться"
          cancel="Вернуться к выбору"
          danger
          onConfirm={onTheirs}
          onCancel={() => setAsking(false)}
        >
          Вы везде выбрали версию сервера: ваши изменения будут удалены, вернуть их нельзя.
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

interface DifferenceChoiceProps {
  difference: Difference;
  side: Side;
  wordsOf: (value: unknown) => string;
  onChoose: (side: Side) => void;
}

const sideNames: Record<Side, string> = { mine: 'Моя версия', theirs: 'На сервере' };

function DifferenceChoice({ difference, side, wordsOf, onChoose }: DifferenceChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.difference}>
      <legend className={styles.name}>
        {differenceName(difference)}
        {difference.isChangedOnBothSides ? null : <span className={styles.note}> · на сервере не меняли</span>}
      </legend>
      <div className={styles.sides}>
        {(['mine', 'theirs'] as const).map((each) => (
          <label key={each} className={styles.side}>
            <input type="radio" name={name} checked={side === each} onChange={() => onChoose(each)} />
            <span className={styles.body}>
              <span className={styles.sideName}>{sideNames[each]}</span>
              <span className={styles.text}>{wordsOf(difference[each])}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
