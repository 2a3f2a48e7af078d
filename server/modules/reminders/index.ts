// Notices by the calendar: deadlines of tasks, meetings without a protocol, the summary of a week.

export { registerReminders } from './register-reminders.ts';
export { createReminders, listReminders, type Reminders } from './reminders.ts';
