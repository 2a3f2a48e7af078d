import { type RefObject, useLayoutEffect, useRef } from 'react';
import { createStore, useStore } from 'zustand';

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
export interface OwnKeys extends Omit<Shortcut, 'keys' | 'run'> {
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
