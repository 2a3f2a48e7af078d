import { createStore, useStore } from 'zustand';

const help = createStore(() => ({ isOpen: false }));

/** Opens «Сочетания клавиш» over whatever is shown. */
export function openShortcutHelp(): void {
  help.setState({ isOpen: true });
}

export function closeShortcutHelp(): void {
  help.setState({ isOpen: false });
}

export function useShortcutHelp(): boolean {
  return useStore(help, ({ isOpen }) => isOpen);
}
