import { Card, layout, Skeleton } from '#src/ui/index.ts';
import styles from './form-page.module.css';

/** In place of the form of a new protocol. */
export function FormSkeleton() {
  return (
    <Card className={styles.card}>
      <FormBars />
    </Card>
  );
}

/** In place of a form inside of a screen. */
export function FormBars() {
  return (
    <div className={layout.stack(5)} role="status" aria-label="Загрузка...">
      {['70%', '100%', '96%', '60%'].map((width) => (
        <Skeleton key={width} width={width} height={40} />
      ))}
    </div>
  );
}
