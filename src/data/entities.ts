import type { Body } from '#contract/bodies/body.ts';
import type { Member } from '#contract/bodies/member.ts';
import type { User } from '#contract/identity/user.ts';
import type { Proposal } from '#contract/insights/proposal.ts';
import type { Summary } from '#contract/insights/summary.ts';
import type { Keyword } from '#contract/keywords/keyword.ts';
import type { Meeting } from '#contract/meetings/meeting.ts';
import type { Notice, NoticeCount, NoticeSettings } from '#contract/notices/notice.ts';
import type { OwnMeeting, OwnTask } from '#contract/participation/participation.ts';
import type { Attachment } from '#contract/protocols/attachment.ts';
import type { Mark } from '#contract/protocols/mark.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Transcript } from '#contract/recordings/transcript.ts';
import type { WaitingReport } from '#contract/tasks/report.ts';
import type { Task } from '#contract/tasks/task.ts';
import { entityType } from '#src/sync/index.ts';

/**
 * The entities that mutations change. A mutation of one noun may change another noun that depends on it, for example a
 * task the counts of its protocol. Therefore all names are declared here, and the collections in each noun.
 */
export const entities = {
  /** Held by the list of its protocol, which is the `parent`. */
  attachment: entityType<Attachment>('attachment'),
  body: entityType<Body>('body'),
  keyword: entityType<Keyword>('keyword'),
  /** Held by the list of its protocol, which is the `parent`. */
  mark: entityType<Mark>('mark'),
  meeting: entityType<Meeting>('meeting'),
  /** Held by the lists of its protocol, which is the `parent`. */
  member: entityType<Member>('member'),
  notice: entityType<Notice>('notice'),
  /** One per person. */
  noticeCount: entityType<NoticeCount>('noticeCount'),
  noticeSettings: entityType<NoticeSettings>('noticeSettings'),
  profile: entityType<User>('profile'),
  /** Held by the list of its protocol, which is the `parent`. */
  proposal: entityType<Proposal>('proposal'),
  protocol: entityType<Protocol>('protocol'),
  /** Identified by its protocol's id. */
  summary: entityType<Summary>('summary'),
  /** A task as its assignee sees it. */
  ownTask: entityType<OwnTask>('ownTask'),
  /** A meeting as a participant sees it. */
  ownMeeting: entityType<OwnMeeting>('ownMeeting'),
  /** A report that waits for the secretary. */
  report: entityType<WaitingReport>('report'),
  /** Held by the lists over all protocols, and by the lists of its own protocol, which is the `parent`. */
  task: entityType<Task>('task'),
  /** Identified by its protocol's id. */
  transcript: entityType<Transcript>('transcript'),
};
