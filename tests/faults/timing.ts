/** How many times shorter the waits of the tested build are: 20, or 1 in the pass in real time. */
export const timersDividedBy = process.env.FAULTS_REAL_TIME === undefined ? 20 : 1;

/** What the machine itself may take beside the waits, which no build makes shorter. Milliseconds. */
const machineMs = timersDividedBy === 1 ? 0 : 1_000;

/** Milliseconds within which something has to happen that the design gives so many seconds. */
export function limitMs(seconds: number): number {
  return (seconds * 1_000) / timersDividedBy + machineMs;
}
