import { useEffect, useState } from 'react';
import { isOurs } from './is-ours.ts';

/** Whether the server is known to be another provider's, which would ignore what the specification does not name. */
export function useForeignServer(): boolean {
  const [foreign, setForeign] = useState(false);
  useEffect(() => {
    let left = false;
    isOurs().then(
      (ours) => left || setForeign(!ours),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, []);
  return foreign;
}
