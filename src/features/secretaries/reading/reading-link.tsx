import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { type ReaderPlace, readReaderPlace, withReader } from '#src/data/reading/index.ts';
import { useMediaQuery } from '#src/ui/index.ts';

/** What the history knows of a protocol that was opened from its list: the way back is one step. */
export interface FromList {
  isFromList: true;
  /** The link that was followed, as its `data-opens` names it. */
  opener: string;
  /** Where it was followed: another click is another one. */
  clicked: string;
}

interface ReadingLinkProps extends ReaderPlace {
  className?: string | undefined;
  label?: string | undefined;
  children: ReactNode;
}

/** Opens a protocol beside the list that this stands in; another one takes its place, so that one step leads back. */
export function ReadingLink({ protocol, t, show, className, label, children }: ReadingLinkProps) {
  const [query] = useSearchParams();
  const { key, state } = useLocation();
  const isBeside = useMediaQuery('from-laptop');
  const opener = [protocol, show, t].join(' ');
  const read = readReaderPlace(query);
  const isOpen = read !== undefined && (state as Partial<FromList> | null)?.opener === opener;
  return (
    <Link
      to={withReader(query, { protocol, t, show })}
      state={{ isFromList: true, opener, clicked: key } satisfies FromList}
      replace={read !== undefined}
      // Beside the reader the list stays where it is.
      preventScrollReset={isBeside}
      className={className}
      aria-label={label}
      aria-current={isOpen ? 'true' : undefined}
      data-opens={opener}
      data-protocol={protocol}
      dir="auto"
    >
      {children}
    </Link>
  );
}
