// Tasks: queries, mutations, deadlines.

export { earlierTasksPlace, taskCollection } from './collection.ts';
export { dayOfDeadline, daysOverdue, deadlineWords, endOfDayHere, formatDeadline, overdueWords } from './deadline.ts';
export {
  createTask,
  deleteTask,
  fieldsOfTask,
  type NewTask,
  newTaskBody,
  type TaskEdit,
  type TaskFields,
  type TaskSource,
  taskCreation,
  taskMutations,
  updateTask,
} from './mutations.ts';
export { protocolTasksQuery, useEarlierTasksQuery } from './queries.ts';
export { useOverdue } from './use-overdue.ts';
export { useProtocolTasks, useTaskList, useUrgentTasks } from './use-tasks.ts';
