import { useState } from 'react';
import { Button } from '#src/ui/index.ts';
import { appVersion } from './app-version.ts';
import { Licences } from './licences.tsx';
import styles from './settings-screen.module.css';

/** Which version this is, and whose work is in it. */
export function AboutApp() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <dl className={styles.facts}>
        <div className={styles.fact}>
          <dt>Версия</dt>
          <dd>{appVersion}</dd>
        </div>
      </dl>
      <Button size="small" className={styles.below} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Лицензии открытых программ
      </Button>
      {isOpen ? <Licences /> : null}
    </>
  );
}
