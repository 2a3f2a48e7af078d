import type { Attachment } from '#contract/attachment.ts';
import type { Body } from '#contract/body.ts';
import type { Keyword } from '#contract/keyword.ts';
import type { Mark } from '#contract/mark.ts';
import type { Meeting } from '#contract/meeting.ts';
import type { Member } from '#contract/member.ts';
import type { Notice, NoticeCount, NoticeSettings } from '#contract/notice.ts';
import type { OwnMeeting, OwnTask } from '#contract/participation.ts';
import type { Proposal } from '#contract/proposal.ts';
import type { Protocol } from '#contract/protocol.ts';
import type { WaitingReport } from '#contract/report.ts';
import type { Summary } from '#contract/summary.ts';
import type { Task } from '#contract/task.ts';
import type { Transcript } from '#contract/transcript.ts';
import type { User } from '#contract/user.ts';
import { entityType } from '#src/sync/index.ts';

/**
 * The entities that mutations change. A mutation of one noun may change another that comes after it in the order of the
 * nouns, such as a task the counts of its protocol: so their names stand here, and their collections in each noun.
 */
export const entities = {
  /** In the list of its protocol, which is their `parent`. */
  attachment: entityType<Attachment>('attachment'),
  body: entityType<Body>('body'),
  keyword: entityType<Keyword>('keyword'),
  /** In the list of its protocol, which is their `parent`. */
  mark: entityType<Mark>('mark'),
  meeting: entityType<Meeting>('meeting'),
  /** In the lists of its protocol, which is their `parent`. */
  member: entityType<Member>('member'),
  notice: entityType<Notice>('notice'),
  /** One for each person. */
  noticeCount: entityType<NoticeCount>('noticeCount'),
  noticeSettings: entityType<NoticeSettings>('noticeSettings'),
  profile: entityType<User>('profile'),
  /** In the list of its protocol, which is their `parent`. */
  proposal: entityType<Proposal>('proposal'),
  protocol: entityType<Protocol>('protocol'),
  /** Under the id of its protocol. */
  summary: entityType<Summary>('summary'),
  /** A task as whoever is to do it sees it. */
  ownTask: entityType<OwnTask>('ownTask'),
  /** A meeting as whoever takes part sees it. */
  ownMeeting: entityType<OwnMeeting>('ownMeeting'),
  /** Of those that wait for the secretary. */
  report: entityType<WaitingReport>('report'),
  /** In the lists over all protocols, and in those of its own, which is their `parent`. */
  task: entityType<Task>('task'),
  /** Under the id of its protocol. */
  transcript: entityType<Transcript>('transcript'),
};
