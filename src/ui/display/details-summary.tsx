import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './details-summary.module.css';
import { Icon } from './icon.tsx';

/** What opens a native `details`, with the mark that the app's other lists open with. */
export function DetailsSummary({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <summary className={classNames(styles.summary, className)}>
      <Icon of={ChevronRight} size={16} />
      {children}
    </summary>
  );
}
