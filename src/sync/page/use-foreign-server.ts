import { useEffect, useState } from 'react';
import { isOurs } from './is-ours.ts';
import { onCapabilities } from './server-capabilities.ts';

/** Whether the server is known to be another provider's, which would ignore what the specification does not name. */
export function useForeignServer(): boolean {
  const [foreign, setForeign] = useState(false);
  useEffect(() => {
    let left = false;
    const look = () =>
      void isOurs().then(
        (ours) => left || setForeign(!ours),
        () => undefined,
      );
    look();
    const unsubscribe = onCapabilities(look);
    return () => {
      left = true;
      unsubscribe();
    };
  }, []);
  return foreign;
}
