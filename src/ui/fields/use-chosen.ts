import { useState } from 'react';

/**
 * What a control of the address shows: at once what was chosen, afterwards what the address says. The router follows
 * in a transition, and until then a controlled control would jump back to what it was.
 */
export function useChosen<T>(said: T): [T, (chosen: T) => void] {
  const [held, hold] = useState({ said, shown: said });
  const isOld = held.said !== said;
  if (isOld) hold({ said, shown: said });
  return [isOld ? said : held.shown, (chosen) => hold({ said, shown: chosen })];
}
