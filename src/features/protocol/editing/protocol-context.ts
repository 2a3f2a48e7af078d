import { createContext, use, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { Protocol } from '#contract/protocol.ts';

/**
 * The protocol of the screen, for what stands deep in its sheet; undefined as long as only its row is known. To be
 * subscribed to: a context with a value of its own would have hundreds of questions looked through with each save.
 */
interface ShownProtocol {
  subscribe: (listener: () => void) => () => void;
  get: () => Protocol | undefined;
}

const nothingShown: ShownProtocol = { subscribe: () => () => undefined, get: () => undefined };

export const ProtocolContext = createContext(nothingShown);

/** What `ProtocolContext` gives: the same for as long as the caller is shown. */
export function useShownProtocol(protocol: Protocol | undefined): ShownProtocol {
  const [shown] = useState(() => createShown(protocol));
  useLayoutEffect(() => shown.set(protocol), [shown, protocol]);
  return shown;
}

/** The protocol of the screen that the caller stands on. */
export function useScreenProtocol(): Protocol | undefined {
  const { subscribe, get } = use(ProtocolContext);
  return useSyncExternalStore(subscribe, get);
}

function createShown(first: Protocol | undefined) {
  const listeners = new Set<() => void>();
  let now = first;
  return {
    get: () => now,
    set(next: Protocol | undefined): void {
      if (next === now) return;
      now = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
