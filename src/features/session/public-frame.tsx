import type { ReactNode } from 'react';
import { Logo } from '#src/ui/index.ts';
import styles from './public-frame.module.css';

/** Frame of the screens before sign-in: the product in words and an illustration, beside the form. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <Brand />
      <main className={styles.form}>
        <div>{children}</div>
      </main>
      <div className={styles.drawing}>
        <DrawnSheet />
      </div>
    </div>
  );
}

/** What of the frame is there before any script has come (`scripts/first-paint.ts`). */
export function PublicFrameStart() {
  return (
    <div className={styles.frame}>
      <Brand />
    </div>
  );
}

/** The product in words. */
function Brand() {
  return (
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
  );
}

/** Heights of the drawn sound wave, in per cent. */
const sound = [30, 55, 80, 45, 65, 100, 70, 40, 60, 90, 50, 75, 35, 60, 45, 25];

/** Illustration of a sheet of minutes beside its recording; hidden from screen readers. */
function DrawnSheet() {
  return (
    <div className={styles.sheet} aria-hidden="true">
      <p className={styles.title}>1. О смете на квартал</p>
      <p className={styles.head}>Слушали</p>
      <p className={styles.text} />
      <p className={styles.text} />
      <p className={styles.head}>Решили</p>
      <p className={styles.decision}>
        <span>1.1.</span>
        Утвердить смету
      </p>
      <p className={styles.chips}>
        <span>Орлова Е. В.</span>
        <span>до 1 декабря</span>
      </p>
      <div className={styles.recording}>
        <i className={styles.dot} />
        {sound.map((height, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a drawing, that never changes
          <i key={place} style={{ height: `${height}%` }} />
        ))}
        <span>33:41</span>
      </div>
    </div>
  );
}

/**
 * Ref for the element that replaces a control that is removed or disabled; otherwise the focus would be lost with it.
 */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
