import { createShownValue } from '../hooks/shown-value.ts';

const open = createShownValue(false);

/** Opens «Сочетания клавиш» over whatever is shown. */
export function openShortcutHelp(): void {
  open.set(true);
}

export function closeShortcutHelp(): void {
  open.set(false);
}

export const useShortcutHelp: () => boolean = open.useValue;
