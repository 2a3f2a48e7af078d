import { resetLocalTimeZone } from '@internationalized/date';
import { onTestFinished } from 'vitest';

/** Makes this IANA time zone that of the machine for the running test, and restores the real one afterwards. */
export function useTimeZone(name: string): void {
  const before = process.env.TZ;
  setZone(name);
  onTestFinished(() => setZone(before));
}

/** Sets the zone, and resets the date library, which caches the first zone that it finds. */
function setZone(name: string | undefined): void {
  if (name === undefined) delete process.env.TZ;
  else process.env.TZ = name;
  resetLocalTimeZone();
}
