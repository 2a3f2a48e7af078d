// Replies kept for writes that are sent again, by their idempotency key.

export {
  type Answer,
  answerOnce,
  forgetReplies,
  forgetRepliesTo,
  type RepeatableWrite,
  sweepIdempotencyKeys,
} from './replies-repository.ts';
