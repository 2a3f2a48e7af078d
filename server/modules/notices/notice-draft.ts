import type { NoticeFacts, NoticeKind } from '#contract/notice.ts';

/** What somebody is to be told; `key` makes it once. */
export type NoticeDraft = {
  userId: string;
  kind: NoticeKind;
  key: string;
  taskId?: string | undefined;
  protocolId?: string | undefined;
  meetingId?: string | undefined;
  facts: NoticeFacts;
};
