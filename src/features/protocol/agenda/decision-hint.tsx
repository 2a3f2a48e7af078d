import { type RefObject, use, useEffect, useState } from 'react';
import type { Decision } from '#contract/protocol.ts';
import { formatDeadline } from '#src/data/task/index.ts';
import { shortName } from '#src/format/index.ts';
import { ProtocolContext } from '../editing/protocol-context.ts';
import { ownerAndDay } from './decision-draft.ts';
import styles from './decision-task.module.css';

interface DecisionHintProps {
  id: string;
  /** Any element inside the list item of the decision, which also contains its text field. */
  place: RefObject<HTMLElement | null>;
}

/** Pause in typing before the text is parsed, in milliseconds: parsing after each key would slow typing down. */
const pauseMs = 300;

/** `focusout`: Enter within a decision moves the text after the caret to the next one. */
const heard = ['input', 'focusin', 'focusout'] as const;

/** What «Поручение» would take from the decision as it is written at this moment: «Ким Д. А.», «до 27 ноября». */
export function DecisionHint({ id, place }: DecisionHintProps) {
  const store = use(ProtocolContext);
  const [{ who, until }, setRead] = useState<{ who?: string | undefined; until?: string | undefined }>({});
  useEffect(() => {
    const line = place.current?.closest('li');
    let pause: ReturnType<typeof setTimeout> | undefined;
    const read = (text: Decision['text']) => {
      const { protocol } = store.getState();
      if (!protocol) return;
      const { owner, day } = ownerAndDay(text, protocol);
      const next = { who: owner && shortName(owner.name), until: day && `до ${formatDeadline(day)}` };
      setRead((last) => (last.who === next.who && last.until === next.until ? last : next));
    };
    const readSoon = (field: EventTarget | null) => {
      if (!(field instanceof HTMLTextAreaElement) || field.dataset.place !== 'decision') return;
      clearTimeout(pause);
      pause = setTimeout(() => read(field.value), pauseMs);
    };
    const onInput = ({ target }: Event) => readSoon(target);
    for (const name of heard) line?.addEventListener(name, onInput);
    // A decision just made with Enter has the focus before this effect runs.
    if (line?.contains(document.activeElement)) readSoon(document.activeElement);
    return () => {
      clearTimeout(pause);
      for (const name of heard) line?.removeEventListener(name, onInput);
    };
  }, [place, store]);
  if (!who && !until) return <span id={id} hidden />;
  return (
    <span id={id} className={styles.hint}>
      {who ? <span>{who}</span> : null} {until ? <span className={styles.until}>{until}</span> : null}
    </span>
  );
}
