// Tasks: queries, mutations, deadlines.

export { dayOfDeadline, endOfDayHere, formatDeadline, overdueWords } from './deadline.ts';
export {
  createTask,
  deleteTask,
  type NewTask,
  newTaskBody,
  type TaskEdit,
  type TaskFields,
  type TaskSource,
  taskMutations,
  taskName,
  updateTask,
} from './mutations.ts';
export { allTasksQuery, earlierTasksQuery, protocolTasksQuery, type TaskListFilter, taskListQuery } from './queries.ts';
