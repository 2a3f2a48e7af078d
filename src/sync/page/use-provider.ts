import { useEffect, useState } from 'react';
import type { Capabilities } from '../provider/server.ts';
import { provider } from './provider.ts';

/** What the server can do; `unheard` where it never said, undefined while it is being asked. */
export function useProvider(): Capabilities | 'unheard' | undefined {
  const [known, setKnown] = useState<Capabilities | 'unheard'>();
  useEffect(() => {
    let isLeft = false;
    const tell = (capabilities: Capabilities | 'unheard') => isLeft || setKnown(capabilities);
    const look = () => void provider.lastKnown().then(tell, () => tell('unheard'));
    look();
    const unsubscribe = provider.subscribe(look);
    return () => {
      isLeft = true;
      unsubscribe();
    };
  }, []);
  return known;
}
