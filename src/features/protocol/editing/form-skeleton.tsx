import { Card, layout, Skeleton } from '#src/ui/index.ts';
import styles from './form-page.module.css';

/** In place of a form that is a screen of its own; as wide as that is. */
export function FormSkeleton({ isWide = false }: { isWide?: boolean }) {
  return (
    <Card className={isWide ? styles.wide : styles.card}>
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
