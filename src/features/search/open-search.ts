import { createStore, useStore } from 'zustand';

const search = createStore(() => ({ isOpen: false }));

/** Opens the search over whatever is shown. */
export function openSearch(): void {
  search.setState({ isOpen: true });
}

export function closeSearch(): void {
  search.setState({ isOpen: false });
}

export function useSearchOpen(): boolean {
  return useStore(search, ({ isOpen }) => isOpen);
}
