import row from '#src/components/profile-fields.module.css';
import { Skeleton } from '#src/components/skeleton.tsx';
import styles from './settings-screen.module.css';

/** The form of the profile while it is coming: photo, facts, name, position beside organization, phone, button. */
export function ProfileSkeleton() {
  return (
    <div className={styles.form} role="status" aria-label="Загрузка...">
      <Skeleton width="100%" height={94} />
      <Skeleton width="100%" height={82} />
      <Skeleton width="100%" height={64} />
      <div className={row.row}>
        <Skeleton width="100%" height={64} />
        <Skeleton width="100%" height={64} />
      </div>
      <Skeleton width="100%" height={64} />
      <Skeleton width={128} height={40} />
    </div>
  );
}
