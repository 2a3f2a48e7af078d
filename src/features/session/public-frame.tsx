import type { ReactNode } from 'react';
import { Logo } from '#src/ui/index.ts';
import { DrawnSheet } from './drawn-sheet.tsx';
import styles from './public-frame.module.css';

/** Frame of the screens before sign-in: the product in words and an illustration, beside the form. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <aside className={styles.brand} aria-label="Протокол">
        <Logo />
        <div className={styles.words}>
          <p className={styles.slogan}>
            Встреча прошла. <br />
            Протокол готов.
          </p>
          <p className={styles.promise}>
            Запись встречи, решения и поручения&nbsp;— на одном листе. Работает и без сети: всё, что вы записали, дойдёт
            до сервера.
          </p>
        </div>
      </aside>
      <main className={styles.form}>
        <div>{children}</div>
      </main>
      <div className={styles.drawing}>
        <DrawnSheet />
      </div>
    </div>
  );
}
