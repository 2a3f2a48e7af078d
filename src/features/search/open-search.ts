import { createStore, useStore } from 'zustand';
import { focusWhenLost } from '#src/ui/index.ts';

interface OpenSearch {
  isOpen: boolean;
  /** Element that had the focus when the search was opened. */
  opener: HTMLElement | undefined;
  /** Text typed before the code of the palette was loaded. */
  typed: string;
}

const closed: OpenSearch = { isOpen: false, opener: undefined, typed: '' };
const search = createStore(() => closed);

/** Opens the search over the current screen. */
export function openSearch(): void {
  const { activeElement } = document;
  search.setState({
    isOpen: true,
    opener: activeElement instanceof HTMLElement ? activeElement : undefined,
    typed: '',
  });
}

/** Closes the search to show a hit, which takes the focus. */
export function leaveSearch(): void {
  search.setState(closed);
}

/** Closes the search; the focus returns to where it was. */
export function closeSearch(): void {
  const { isOpen, opener } = search.getState();
  search.setState(closed);
  if (isOpen && opener) focusWhenLost(() => opener);
}

export function useSearchOpen(): boolean {
  return useStore(search, ({ isOpen }) => isOpen);
}

/** Text typed while the code of the palette is loading. */
export const typedEarly = {
  keep: (typed: string) => search.setState({ typed }),
  take: () => search.getState().typed,
};
