import { useEffect, useState } from 'react';

/** Whether a value has been the same for so long, in milliseconds. */
export function useHasLasted<T>(value: T, rest: number): boolean {
  const [settled, setSettled] = useState<{ value: T }>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ value }), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return settled?.value === value;
}
