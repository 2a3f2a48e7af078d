// What a manager reads of their secretaries: tasks, protocols and meetings, and their addresses.

export {
  besideReader,
  type ReaderPlace,
  type ReadingPlace,
  type ReadingView,
  readingAddress,
  readReaderPlace,
  readReadingPlace,
  withReader,
} from './address.ts';
export { readMeetingsQuery, readProtocolsQuery, readTasksQuery, taskGroupsQuery } from './queries.ts';
