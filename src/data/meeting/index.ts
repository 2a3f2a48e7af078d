// Meetings: queries, mutations, words.

export type { MeetingUpdate } from './body.ts';
export { uncountedDays } from './days.ts';
export { changedMeeting } from './lists.ts';
export { createMeeting, deleteMeeting, meetingMutations, updateMeeting } from './mutations.ts';
export { applyToMeetings, fileState, plainMeeting } from './optimistic.ts';
export { cachedMeeting, listedMeetings, meetingListQuery } from './queries.ts';
export { knownMeeting, useMeetings } from './use-optimistic.ts';
export { meetingDays, meetingTime, meetingTitle, openableLink, quotedTitle } from './words.ts';
