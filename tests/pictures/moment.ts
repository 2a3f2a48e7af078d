/** Time of all pictures: a Wednesday afternoon in the demo's office, so that nothing depends on the calendar. */
export const moment = new Date('2026-11-18T14:05:00+03:00');
