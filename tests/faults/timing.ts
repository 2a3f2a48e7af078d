/** Factor by which the waits of the tested build are shorter: 20, or 1 in the pass in real time. */
export const timersDividedBy = process.env.FAULTS_REAL_TIME === undefined ? 20 : 1;

/** Time that the machine itself may need beside the waits, which no build shortens, in milliseconds. */
const machineMs = timersDividedBy === 1 ? 0 : 1_000;

/** Returns the limit in milliseconds for an event that the design allows this many seconds. */
export function limitMs(seconds: number): number {
  return (seconds * 1_000) / timersDividedBy + machineMs;
}
