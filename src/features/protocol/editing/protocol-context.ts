import { createContext, use, useLayoutEffect, useState } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { Protocol } from '#contract/protocols/protocol.ts';

/**
 * The protocol of the screen, for components deep in its sheet; undefined while only its row is known. A store, because
 * a context whose value changes would make React check hundreds of agenda items with each save.
 */
type ShownProtocol = StoreApi<{ protocol: Protocol | undefined }>;

export const ProtocolContext = createContext<ShownProtocol>(createStore(() => ({ protocol: undefined })));

/** Returns the value for `ProtocolContext`, stable while the caller is mounted. */
export function useShownProtocol(protocol: Protocol | undefined): ShownProtocol {
  const [shown] = useState((): ShownProtocol => createStore(() => ({ protocol })));
  useLayoutEffect(() => shown.setState({ protocol }), [shown, protocol]);
  return shown;
}

/** Returns the protocol of the current screen. */
export function useScreenProtocol(): Protocol | undefined {
  return useStore(use(ProtocolContext), ({ protocol }) => protocol);
}
