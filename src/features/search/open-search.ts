import { createStore, useStore } from 'zustand';
import { focusWhenLost } from '#src/ui/index.ts';

interface OpenSearch {
  isOpen: boolean;
  /** What had the focus when it was opened. */
  opener: HTMLElement | undefined;
  /** What was typed before its code was there. */
  typed: string;
}

const closed: OpenSearch = { isOpen: false, opener: undefined, typed: '' };
const search = createStore(() => closed);

/** Opens the search over whatever is shown. */
export function openSearch(): void {
  const { activeElement } = document;
  search.setState({
    isOpen: true,
    opener: activeElement instanceof HTMLElement ? activeElement : undefined,
    typed: '',
  });
}

/** Closes it for what was found, which takes the focus. */
export function leaveSearch(): void {
  search.setState(closed);
}

/** Closes it; the focus returns to where it was. */
export function closeSearch(): void {
  const { isOpen, opener } = search.getState();
  search.setState(closed);
  if (isOpen && opener) focusWhenLost(() => opener);
}

export function useSearchOpen(): boolean {
  return useStore(search, ({ isOpen }) => isOpen);
}

/** What is typed while the code of the palette is still coming. */
export const typedEarly = {
  keep: (typed: string) => search.setState({ typed }),
  take: () => search.getState().typed,
};
