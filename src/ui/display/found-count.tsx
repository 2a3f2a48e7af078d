import { useState } from 'react';
import { formatNumber } from '#src/format/index.ts';

interface FoundCountProps {
  /** What the list is narrowed by, in one text. */
  asked: string;
  /** How many there are; undefined while they are coming, null where nobody knows. */
  total: number | null | undefined;
}

/**
 * Says how many were found once a person has narrowed a list: the rows change elsewhere, where a screen reader is not.
 * The list as it opens is met by reading it.
 */
export function FoundCount({ asked, total }: FoundCountProps) {
  const [first] = useState(asked);
  const [isNarrowed, setNarrowed] = useState(false);
  if (!isNarrowed && asked !== first) setNarrowed(true);
  return (
    <p role="status" className="visually-hidden">
      {isNarrowed && total !== undefined ? words(total) : ''}
    </p>
  );
}

function words(total: number | null): string {
  if (total === null) return 'Список обновлён';
  return total === 0 ? 'Ничего не найдено' : `Найдено: ${formatNumber(total)}`;
}
