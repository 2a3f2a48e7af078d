/** Reminders of a task's deadline, which its body may switch off. */
export const reminders = ['due_3', 'due_1', 'overdue'] as const;
export type Reminder = (typeof reminders)[number];
