import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { type ReaderPlace, readReaderPlace, withReader } from '#src/data/reading/index.ts';
import { useMediaQuery } from '#src/ui/index.ts';

/** History state of a protocol that was opened from its list, so that the way back is one step. */
export interface FromList {
  isFromList: true;
  /** The link that was followed, as in its `data-opens`. */
  opener: string;
  /** Key of the location in which the link was clicked; distinguishes repeated clicks. */
  clicked: string;
}

interface ReadingLinkProps extends ReaderPlace {
  className?: string | undefined;
  label?: string | undefined;
  children: ReactNode;
}

/** Link that opens a protocol beside its list; it replaces an open protocol, so that one step leads back. */
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
      // Beside the reader the list keeps its scroll position.
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
