import type { ReactNode } from 'react';
import { daysOverdue, overdueWords } from '#src/data/task/index.ts';
import { counted } from '#src/format/index.ts';
import { Badge } from '#src/ui/index.ts';

/**
 * The red badge of an overdue task: «Просрочено на 3 дня», or other words of the caller. The caller knows that the task is
 * overdue (`useOverdue`).
 */
export function OverdueBadge({ due, children }: { due: string | null | undefined; children?: ReactNode }) {
  return <Badge tone="bad">{children ?? overdueWords(due)}</Badge>;
}

/** The same in a narrow place: «−46 дней»; screen readers get it in words. */
export function ShortOverdueBadge({ due }: { due: string | null | undefined }) {
  const days = daysOverdue(due);
  return (
    <OverdueBadge due={due}>
      <span className="visually-hidden">{overdueWords(due)}</span>
      <span aria-hidden>{days > 0 ? `−${counted(days, 'день', 'дня', 'дней')}` : 'сегодня'}</span>
    </OverdueBadge>
  );
}
