import { type RefObject, useLayoutEffect, useRef } from 'react';
import { createStore, useStore } from 'zustand';
import { pressSign } from './key-sign.ts';

/** The groups of the help panel, in its order. */
export const shortcutGroups = ['Разделы', 'Создать', 'На этом экране', 'В календаре', 'Везде'] as const;

export interface Shortcut {
  /** A result of `pressSign`, or two pressed in a row: `n`, `ctrl+z`, `g h`. */
  keys: string;
  /** What it does, in the words of the help panel. */
  title: string;
  group: (typeof shortcutGroups)[number];
  run: () => void;
  /** Whether the shortcut has something to do; otherwise the press is left to others. */
  isReady?: () => boolean;
  /**
   * Whether the focus is in the part that it belongs to; then it precedes the app's own shortcut even if that is ready.
   */
  isNearer?: () => boolean;
  /** Whether it also works while text is being typed. */
  isForWriters?: boolean;
}

const screens = new Set<RefObject<readonly Shortcut[]>>();

/** Registers shortcuts while the caller is mounted; they replace the app's shortcuts with the same keys. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  // A layout effect, so that the keys work as soon as the screen is visible.
  useLayoutEffect(() => {
    screens.add(latest);
    return () => {
      screens.delete(latest);
    };
  }, []);
}

/** Keys that a part of a screen handles itself while it has the focus; listed in the help panel. */
export interface OwnKeys extends Omit<Shortcut, 'keys' | 'run' | 'isForWriters'> {
  /** Alternative keys, which do the same or the opposite: `alt+←`. */
  either: readonly string[];
}

const shownParts = createStore<{ keys: readonly OwnKeys[] }>(() => ({ keys: [] }));

/** Lists such keys in the help panel while the caller is mounted. */
export function useOwnKeys(keys: readonly OwnKeys[]): void {
  useLayoutEffect(() => {
    shownParts.setState((shown) => ({ keys: [...shown.keys, ...keys] }));
    return () => shownParts.setState((shown) => ({ keys: shown.keys.filter((each) => !keys.includes(each)) }));
  }, [keys]);
}

/** Returns all keys that parts of the screen handle themselves, including parts that are loaded later. */
export function useAllOwnKeys(): readonly OwnKeys[] {
  return useStore(shownParts, ({ keys }) => keys);
}

/**
 * Merges the app's own shortcuts with those of the screen. For the same keys the screen's one is used, unless the app's
 * has `isReady` and is ready.
 */
export function withScreens(own: readonly Shortcut[]): Shortcut[] {
  const added = new Map([...screens].flatMap(({ current }) => current).map((each) => [each.keys, each]));
  const kept = own.map((each) => {
    const other = added.get(each.keys);
    return other && (other.isNearer?.() || !each.isReady?.()) ? other : each;
  });
  return [...kept, ...[...added.values()].filter((each) => !kept.includes(each))];
}

/** Elements in which a letter is text, or leads to the row or option that begins with it. */
const writers = [
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="reset"], [type="file"])',
  'textarea',
  'select',
  ...['textbox', 'searchbox', 'combobox', 'spinbutton', 'option', 'menuitem', 'row'].map((role) => `[role="${role}"]`),
].join();

const editable = '[contenteditable]:not([contenteditable="false"])';

/** Elements that float over a screen and keep the keys for themselves. */
const floating = ['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role="${role}"]`).join();

/** Whether a key press is not handled yet and does not compose a character. */
function isFreePress({ defaultPrevented, isComposing, altKey }: KeyboardEvent): boolean {
  return !defaultPrevented && !isComposing && !altKey;
}

/** Searches the whole page, so it is called only after a shortcut was pressed, not for each typed letter. */
const isCovered = () => document.querySelector(floating) !== null;

/** Whether the key was pressed in an element for text. */
function isWritten(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && isWriting(target);
}

/**
 * Whether an element uses keys for text or for navigation. A row itself has the focus where letters lead to rows; a
 * link or a button inside a row does not count.
 */
export function isWriting(target: Element): boolean {
  return target.matches(writers) || target.closest(editable) !== null;
}

const help = createStore(() => ({ isOpen: false }));

/** Opens «Сочетания клавиш» over the current screen. */
export function openShortcutHelp(): void {
  help.setState({ isOpen: true });
}

export function closeShortcutHelp(): void {
  help.setState({ isOpen: false });
}

export function useShortcutHelp(): boolean {
  return useStore(help, ({ isOpen }) => isOpen);
}

/** Maximum milliseconds between the two keys of a sequence. */
const pauseMs = 2_000;
const modifiers = ['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph', 'Meta'];

/** Runs shortcuts when their keys are pressed. Returns a function that stops it. */
export function followKeys(shortcuts: () => readonly Shortcut[]): () => void {
  let begun: { sign: string; at: number } | undefined;

  const press = (event: KeyboardEvent) => {
    // Repeats of a held key do not count, nor does a modifier such as Shift before «?».
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
    // A field that takes the focus must not receive the character, and the browser's own search must not open.
    event.preventDefault();
    if (found) found.run();
    else begun = { sign, at: event.timeStamp };
  };

  // On the document, so that everything on the page could handle the press first.
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
