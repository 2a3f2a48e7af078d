import { FieldRow, Skeleton } from '#src/ui/index.ts';
import styles from './settings-screen.module.css';

/** The form of the profile while it is coming: photo, facts, name, position beside organization, phone, button. */
export function ProfileSkeleton() {
  return (
    <div className={styles.form} role="status" aria-label="Загрузка...">
      <Skeleton width="100%" height={94} />
      <Skeleton width="100%" height={82} />
      <Skeleton width="100%" height={64} />
      <FieldRow>
        <Skeleton width="100%" height={64} />
        <Skeleton width="100%" height={64} />
      </FieldRow>
      <Skeleton width="100%" height={64} />
      <Skeleton width={128} height={40} />
    </div>
  );
}
