import { type RefObject, useLayoutEffect, useRef } from 'react';
import { createStore, useStore } from 'zustand';
import { pressSign } from './key-sign.ts';

/** The groups of the help panel, in its order. */
export const shortcutGroups = ['Разделы', 'Создать', 'На этом экране', 'В календаре', 'Везде'] as const;

export interface Shortcut {
  /** A sign of `pressSign`, or two of them that are pressed in a row: `n`, `ctrl+z`, `g h`. */
  keys: string;
  /** What it does, as the help panel says it. */
  title: string;
  group: (typeof shortcutGroups)[number];
  run: () => void;
  /** Where it has nothing to do now, the press is another's. */
  isReady?: () => boolean;
  /** Where the focus is in what it belongs to, it goes before the app's own that is ready too. */
  isNearer?: () => boolean;
  /** It holds while text is written, too. */
  isForWriters?: boolean;
}

const screens = new Set<RefObject<readonly Shortcut[]>>();

/** Shortcuts that hold for as long as the caller is shown; one on the same keys as the app's takes its place. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  // Not a moment after the screen is seen: whoever knows the keys presses at once.
  useLayoutEffect(() => {
    screens.add(latest);
    return () => {
      screens.delete(latest);
    };
  }, []);
}

/** Keys that a part of a screen hears by itself while the focus is in it: the help panel names them. */
export interface OwnKeys extends Omit<Shortcut, 'keys' | 'run' | 'isForWriters'> {
  /** Keys of which each does it, or its opposite: `alt+←`. */
  either: readonly string[];
}

const shownParts = createStore<{ keys: readonly OwnKeys[] }>(() => ({ keys: [] }));

/** Names such keys in the help panel for as long as the caller is shown. */
export function useOwnKeys(keys: readonly OwnKeys[]): void {
  useLayoutEffect(() => {
    shownParts.setState((shown) => ({ keys: [...shown.keys, ...keys] }));
    return () => shownParts.setState((shown) => ({ keys: shown.keys.filter((each) => !keys.includes(each)) }));
  }, [keys]);
}

/** All that parts of the screen hear by themselves; one that comes with a later script is there as soon as it is. */
export function useAllOwnKeys(): readonly OwnKeys[] {
  return useStore(shownParts, ({ keys }) => keys);
}

/** The app's own shortcuts with those of what is shown now; one that is only sometimes ready goes first then. */
export function withScreens(own: readonly Shortcut[]): Shortcut[] {
  const added = new Map([...screens].flatMap(({ current }) => current).map((each) => [each.keys, each]));
  const kept = own.map((each) => {
    const other = added.get(each.keys);
    return other && (other.isNearer?.() || !each.isReady?.()) ? other : each;
  });
  return [...kept, ...[...added.values()].filter((each) => !kept.includes(each))];
}

/** Where a letter is text, or leads to the row or option that begins with it. */
const writers = [
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="reset"], [type="file"])',
  'textarea',
  'select',
  ...['textbox', 'searchbox', 'combobox', 'spinbutton', 'option', 'menuitem', 'row'].map((role) => `[role="${role}"]`),
].join();

const editable = '[contenteditable]:not([contenteditable="false"])';

/** What floats over a screen and keeps the keys to itself. */
const floating = ['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role="${role}"]`).join();

/** Whether a press belongs to nobody, and is no way to type a sign. */
function isFreePress({ defaultPrevented, isComposing, altKey }: KeyboardEvent): boolean {
  return !defaultPrevented && !isComposing && !altKey;
}

/** Looks through the whole page: asked once a shortcut was pressed, not with each letter of a text. */
const isCovered = () => document.querySelector(floating) !== null;

/** Whether text is written where the press fell. */
function isWritten(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && isWriting(target);
}

/**
 * Whether what has the focus takes keys for text, or to lead somewhere. A row has the focus itself where letters lead to
 * rows; what stands inside one, a link or a button, does not write.
 */
export function isWriting(target: Element): boolean {
  return target.matches(writers) || target.closest(editable) !== null;
}

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

/** How long the second key of two may be in coming. */
const pauseMs = 2_000;
const modifiers = ['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph', 'Meta'];

/** Runs the shortcuts that hold when their keys are pressed. Returns the end of it. */
export function followKeys(shortcuts: () => readonly Shortcut[]): () => void {
  let begun: { sign: string; at: number } | undefined;

  const press = (event: KeyboardEvent) => {
    // A key that is held down is one press, and Shift on its way to «?» is none.
    if (event.repeat || modifiers.includes(event.key)) return;
    const first = begun && event.timeStamp - begun.at < pauseMs ? begun.sign : undefined;
    begun = undefined;
    const sign = isFreePress(event) ? pressSign(event) : undefined;
    if (sign === undefined) return;
    const isWriter = isWritten(event);
    const known = shortcuts().filter(({ isForWriters }) => !isWriter || isForWriters);
    const keys = first === undefined ? sign : `${first} ${sign}`;
    const found = known.find((each) => each.keys === keys && (each.isReady?.() ?? true));
    if (!found && !known.some((each) => each.keys.startsWith(`${sign} `))) return;
    if (isCovered()) return;
    // A field that takes the focus must not get the sign, nor the browser's own search.
    event.preventDefault();
    if (found) found.run();
    else begun = { sign, at: event.timeStamp };
  };

  // On the document, after everything on the page had its chance to take the press.
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
