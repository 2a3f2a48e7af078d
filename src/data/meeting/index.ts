// Meetings: collection, queries, mutations, words.

export { changedMeeting, type MeetingUpdate } from './body.ts';
export { knownMeeting, knownMeetings, meetingCollection, useMeetings } from './collection.ts';
export { uncountedDays } from './days.ts';
export { fileState, plainMeeting } from './files.ts';
export { type HeldFilter, heldAddress, readHeldPlace } from './held-address.ts';
export { hoursOf, isOver, type MeetingHours } from './hours.ts';
export { answersLine, countsOf, refusedWords } from './invitations.ts';
export {
  cancelMeeting,
  createMeeting,
  deleteMeeting,
  inviteToMeeting,
  meetingMutations,
  removalOf,
  updateMeeting,
} from './mutations.ts';
export { type ProtocolMark, protocolMark } from './protocol-mark.ts';
export { cachedMeeting, heldMeetingsQuery, invitationsQuery, meetingListQuery } from './queries.ts';
export {
  cancelSeries,
  createSeries,
  deleteSeries,
  invitesTo,
  inviteToSeries,
  type NewSeries,
  type SeriesChange,
  type SeriesDay,
  type SeriesInvitation,
  seriesMutations,
  updateSeries,
} from './series-mutations.ts';
export {
  elsewhereWords,
  meetingChoiceWords,
  meetingDays,
  meetingHours,
  meetingTime,
  meetingTitle,
  openableLink,
  quotedTitle,
} from './words.ts';
