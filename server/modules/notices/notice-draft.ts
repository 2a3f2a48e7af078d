import type { NoticeFacts, NoticeKind } from '#contract/notices/notice.ts';

/** A notice to be created; `key` prevents duplicates. */
export type NoticeDraft = {
  userId: string;
  kind: NoticeKind;
  key: string;
  taskId?: string | undefined;
  protocolId?: string | undefined;
  meetingId?: string | undefined;
  facts: NoticeFacts;
};
