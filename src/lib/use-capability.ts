import { useEffect, useState } from 'react';
import type { Capability } from '#contract/health.ts';
import { serverCould } from './server-capabilities.ts';

/** Whether the server can do what the specification does not name; false as long as nothing is known of it. */
export function useCapability(capability: Capability): boolean {
  const [able, setAble] = useState(false);
  useEffect(() => {
    let left = false;
    serverCould(capability).then(
      (can) => left || setAble(can),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [capability]);
  return able;
}
