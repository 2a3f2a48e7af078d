import { Fragment } from 'react';
import { russianCap } from '#src/lib/key-sign.ts';
import styles from './key-caps.module.css';

/** The keys of a shortcut as they look on a Russian keyboard: both letters of each. */
export function KeyCaps({ keys }: { keys: string }) {
  return keys.split(' ').map((sign, place) => (
    <Fragment key={sign}>
      {place > 0 ? <span className={styles.then}> затем </span> : null}
      <KeyCap sign={sign} />
    </Fragment>
  ));
}

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
