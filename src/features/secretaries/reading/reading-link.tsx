import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { type ReaderPlace, readReaderPlace, withReader } from '#src/data/reading/index.ts';
import { useMediaQuery } from '#src/ui/index.ts';

/** What the history knows of a protocol that was opened from its list: the way back is one step. */
export const fromList = { isFromList: true };

interface ReadingLinkProps extends ReaderPlace {
  className?: string | undefined;
  label?: string | undefined;
  children: ReactNode;
}

/** Opens a protocol beside the list that this stands in; another one takes its place, so that one step leads back. */
export function ReadingLink({ protocol, t, show, className, label, children }: ReadingLinkProps) {
  const [query] = useSearchParams();
  const isBeside = useMediaQuery('from-laptop');
  return (
    <Link
      to={withReader(query, { protocol, t, show })}
      state={fromList}
      replace={readReaderPlace(query) !== undefined}
      // Beside the reader the list stays where it is.
      preventScrollReset={isBeside}
      className={className}
      aria-label={label}
      dir="auto"
    >
      {children}
    </Link>
  );
}
