// The person's own tasks, meetings and signed protocols, whoever keeps the minutes.

export { ownMeetingCollection, ownTaskCollection } from './collection.ts';
export {
  answerMeeting,
  type NewReport,
  ownMeetingMutations,
  ownTaskMutations,
  ownTaskTitle,
  reportTask,
  withdrawReport,
} from './mutations.ts';
export {
  ownMeetingsQuery,
  ownProtocolQuery,
  ownProtocolsQuery,
  ownTaskPlaceQuery,
  ownTasksQuery,
  useOwnMeetings,
  useOwnTasks,
} from './queries.ts';
