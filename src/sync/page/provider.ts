import { useEffect, useState } from 'react';
import { createProvider } from '../provider/provider.ts';
import type { Capabilities } from '../provider/server.ts';
import { connectivity, timedHttp } from './connectivity.ts';
import { session } from './session.ts';

/** The server of this page, as far as it is known. */
export const provider = createProvider({ http: timedHttp, memory: session, visit: session.visit, kept: localStorage });

/**
 * Asks which server this is, now and whenever the connection changes: it has to be known before the connection is lost,
 * since it says what can be shown and made without one. Returns the unsubscribe.
 */
export function followProvider(): () => void {
  const ask = () => void (connectivity.isOnline() && provider.get());
  ask();
  return connectivity.subscribe(ask);
}

/** Returns the server's capabilities; `unheard` where it never told them, undefined while it is being asked. */
export function useProvider(): Capabilities | 'unheard' | undefined {
  const [known, setKnown] = useState<Capabilities | 'unheard' | undefined>(provider.known);
  useEffect(() => {
    let isLeft = false;
    const tell = (capabilities: Capabilities | 'unheard') => isLeft || setKnown(capabilities);
    const look = () => void provider.rememberedCapabilities().then(tell, () => tell('unheard'));
    look();
    const unsubscribe = provider.subscribe(look);
    return () => {
      isLeft = true;
      unsubscribe();
    };
  }, []);
  return known;
}
