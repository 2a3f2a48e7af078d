import { useEffect, useState } from 'react';
import type { Capability } from '#contract/health.ts';
import { onCapabilities, serverCould } from './server-capabilities.ts';

/** Whether the server can do what the specification does not name; false as long as nothing is known of it. */
export function useCapability(capability: Capability): boolean {
  return useKnownCapability(capability) ?? false;
}

/** The same, undefined while it is being asked: for what would otherwise be drawn twice. */
export function useKnownCapability(capability: Capability): boolean | undefined {
  const [able, setAble] = useState<boolean>();
  useEffect(() => {
    let left = false;
    const tell = (can: boolean) => left || setAble(can);
    const look = () => void serverCould(capability).then(tell, () => tell(false));
    look();
    const unsubscribe = onCapabilities(look);
    return () => {
      left = true;
      unsubscribe();
    };
  }, [capability]);
  return able;
}
