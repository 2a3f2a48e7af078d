// Notices by the calendar: deadlines of tasks, meetings without a protocol, the summary of a week.

export { createReminders, listReminders, type Reminders, registerReminders } from './reminders.ts';
