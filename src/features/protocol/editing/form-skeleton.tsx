import { Card, layout, Skeleton } from '#src/ui/index.ts';
import styles from './form-page.module.css';

/** Skeleton of a form that is a screen of its own, in the width of that screen. */
export function FormSkeleton({ isWide = false }: { isWide?: boolean }) {
  return (
    <Card className={isWide ? styles.wide : styles.card}>
      <FormBars />
    </Card>
  );
}

/** Skeleton of a form inside a screen. */
export function FormBars() {
  return (
    <div className={layout.stack(5)} role="status" aria-label="Загрузка...">
      {['70%', '100%', '96%', '60%'].map((width) => (
        <Skeleton key={width} width={width} height={40} />
      ))}
    </div>
  );
}
