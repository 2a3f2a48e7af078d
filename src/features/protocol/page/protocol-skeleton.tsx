import { Card, layout, ScreenHeading, Skeleton } from '#src/ui/index.ts';
import { SideSkeleton } from '../editing/side-skeleton.tsx';
import styles from './protocol-screen.module.css';

const lines = ['42%', '96%', '88%', '36%', '92%', '70%'];

/** The protocol's layout while it is coming. */
export function ProtocolSkeleton() {
  return (
    <div className={layout.stack(4)} aria-busy>
      <div className="visually-hidden">
        <ScreenHeading title="Протокол" />
      </div>
      <div className={styles.head}>
        <div className={styles.crumbs}>
          <Skeleton width={120} />
        </div>
        <Skeleton width="min(420px, 80%)" height={40} />
        <Skeleton width="min(640px, 100%)" height={22} />
      </div>
      <div className={styles.columns}>
        <Card bare className={styles.sheet}>
          <div className={styles.aside}>
            {lines.map((width) => (
              <Skeleton key={width} width={width} height={14} />
            ))}
          </div>
        </Card>
        <div className={styles.aside}>
          <Card bare>
            <Skeleton width="100%" height={236} />
          </Card>
          <Card bare>
            <SideSkeleton rows="task" />
          </Card>
        </div>
      </div>
    </div>
  );
}
