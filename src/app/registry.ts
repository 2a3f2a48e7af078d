import { attachmentCollection, attachmentMutations } from '#src/data/attachment/index.ts';
import { bodyCollection, bodyMutations } from '#src/data/body/index.ts';
import { keywordCollection, keywordMutations } from '#src/data/keyword/index.ts';
import { markCollection, markMutations } from '#src/data/mark/index.ts';
import { meetingCollection, meetingMutations, seriesMutations } from '#src/data/meeting/index.ts';
import { memberCollection, memberMutations } from '#src/data/member/index.ts';
import {
  noticeCollection,
  noticeCountCollection,
  noticeMutations,
  noticeSettingsCollection,
} from '#src/data/notice/index.ts';
import {
  ownMeetingCollection,
  ownMeetingMutations,
  ownTaskCollection,
  ownTaskMutations,
} from '#src/data/participation/index.ts';
import { profileCollection, profileMutations } from '#src/data/person/index.ts';
import { protocolCollection, protocolMutations } from '#src/data/protocol/index.ts';
import { reportCollection, reportMutations } from '#src/data/report/index.ts';
import { proposalCollection, summaryCollection, summaryMutations } from '#src/data/summary/index.ts';
import { taskCollection, taskMutations } from '#src/data/task/index.ts';
import { transcriptCollection, transcriptMutations } from '#src/data/transcript/index.ts';
import { register } from '#src/sync/index.ts';

// All mutations and collections of the app. Imported for its side effect before anything is shown.
register({
  mutations: [
    ...keywordMutations,
    ...bodyMutations,
    ...meetingMutations,
    ...seriesMutations,
    ...protocolMutations,
    ...taskMutations,
    ...reportMutations,
    ...ownTaskMutations,
    ...ownMeetingMutations,
    ...noticeMutations,
    ...memberMutations,
    ...markMutations,
    ...attachmentMutations,
    ...profileMutations,
    ...transcriptMutations,
    ...summaryMutations,
  ],
  collections: [
    keywordCollection,
    bodyCollection,
    meetingCollection,
    protocolCollection,
    taskCollection,
    reportCollection,
    ownTaskCollection,
    ownMeetingCollection,
    noticeCollection,
    noticeCountCollection,
    noticeSettingsCollection,
    memberCollection,
    markCollection,
    attachmentCollection,
    profileCollection,
    transcriptCollection,
    summaryCollection,
    proposalCollection,
  ],
});
