import { createHttp } from '../http/client.ts';
import { systemClock } from '../time/clock.ts';

/** The client of this page. */
export const http = createHttp();

/** The same, with time limits that the build for the fault matrix shortens along with all waits of the offline core. */
export const timedHttp = createHttp({ clock: systemClock() });
