import { Fragment } from 'react';
import { russianCap } from '#src/ui/index.ts';
import styles from './key-caps.module.css';

/** Keys of a shortcut as they look on a Russian keyboard, with both letters. */
export function KeyCaps({ keys }: { keys: string }) {
  return keys.split(' ').map((sign, place) => (
    <Fragment key={sign}>
      {place > 0 ? <span className={styles.then}> затем </span> : null}
      <span className={styles.chord}>
        {sign.split('+').map((key, held) => (
          <Fragment key={key}>
            {held > 0 ? ' + ' : null}
            {key in heldKeys ? <kbd className={styles.cap}>{heldKeys[key]}</kbd> : <KeyCap sign={key} />}
          </Fragment>
        ))}
      </span>
    </Fragment>
  ));
}

/** Alternative keys or combinations: Alt + ←, Alt + →. */
export function EitherKeys({ either }: { either: readonly string[] }) {
  return either.map((chord, place) => (
    <Fragment key={chord}>
      {place > 0 ? <span className="visually-hidden"> или </span> : null}{' '}
      <span className={styles.chord}>
        {chord.split('+').map((key, held) => (
          <Fragment key={key}>
            {held > 0 ? ' + ' : null}
            <kbd className={styles.cap}>
              {spoken[key] ? <span className="visually-hidden">{spoken[key]}</span> : null}
              <span aria-hidden={spoken[key] ? true : undefined}>{key}</span>
            </kbd>
          </Fragment>
        ))}
      </span>
    </Fragment>
  ));
}

const spoken: Record<string, string> = {
  '←': 'стрелка влево',
  '→': 'стрелка вправо',
  '↑': 'стрелка вверх',
  '↓': 'стрелка вниз',
};

const heldKeys: Record<string, string> = { ctrl: 'Ctrl', shift: 'Shift' };

function KeyCap({ sign }: { sign: string }) {
  const russian = russianCap(sign);
  return (
    <kbd className={styles.cap}>
      {sign.toUpperCase()}
      {russian ? (
        <>
          <span className="visually-hidden"> или </span>
          <span className={styles.russian}>{russian}</span>
        </>
      ) : null}
    </kbd>
  );
}
