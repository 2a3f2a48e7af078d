// What a manager reads of the own secretaries: their tasks, protocols and meetings, and where they are shown.

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
