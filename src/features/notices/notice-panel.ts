import { createStore, useStore } from 'zustand';

const panel = createStore<{ isOpen: boolean }>(() => ({ isOpen: false }));

/** Opens the list of notices over the screen, so that what is typed there stays. */
export function openNotices(): void {
  panel.setState({ isOpen: true });
}

export function closeNotices(): void {
  panel.setState({ isOpen: false });
}

export function useNoticesOpen(): boolean {
  return useStore(panel, ({ isOpen }) => isOpen);
}
