import { createContext, use, useLayoutEffect, useState } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { Protocol } from '#contract/protocol.ts';

/**
 * The protocol of the screen, for what stands deep in its sheet; undefined as long as only its row is known. A store, since
 * a context whose value changes would have hundreds of questions looked through with each save.
 */
type ShownProtocol = StoreApi<{ protocol: Protocol | undefined }>;

export const ProtocolContext = createContext<ShownProtocol>(createStore(() => ({ protocol: undefined })));

/** Returns the value for `ProtocolContext`, stable while the caller is mounted. */
export function useShownProtocol(protocol: Protocol | undefined): ShownProtocol {
  const [shown] = useState((): ShownProtocol => createStore(() => ({ protocol })));
  useLayoutEffect(() => shown.setState({ protocol }), [shown, protocol]);
  return shown;
}

/** The protocol of the screen that the caller stands on. */
export function useScreenProtocol(): Protocol | undefined {
  return useStore(use(ProtocolContext), ({ protocol }) => protocol);
}
