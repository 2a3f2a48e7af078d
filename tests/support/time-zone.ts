import { resetLocalTimeZone } from '@internationalized/date';
import { onTestFinished } from 'vitest';

/** Lets the running test see this IANA time zone as the machine's own; the real one is back after it. */
export function useTimeZone(name: string): void {
  const before = process.env.TZ;
  setZone(name);
  onTestFinished(() => setZone(before));
}

/** The library of dates remembers the zone that it found first. */
function setZone(name: string | undefined): void {
  if (name === undefined) delete process.env.TZ;
  else process.env.TZ = name;
  resetLocalTimeZone();
}
