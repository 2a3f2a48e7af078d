import { readFieldErrors, readMessage } from '#contract/envelope.ts';
import { type AnswerHead, isPortal, isTooLarge, retryAfterMs } from '../http/answer-head.ts';
import type { Failure, Outcome } from '../http/outcome.ts';
import { isOwnRefusal, parseJson } from '../http/reply.ts';
import type { UploadFault } from '../store/upload-row.ts';

/** Classifies an answer that is no acknowledgement, by its `code` first, then by its status. */
export function failureOf(
  answer: AnswerHead & { retryAfter: string | null; text: string },
  isPlainProvider: boolean,
): Failure {
  const { status, text } = answer;
  const fault = faultOf(answer);
  if (isPortal(answer, isTooLarge)) return { kind: 'network' };
  if (status === 401) return { kind: 'signed-out' };
  if (status === 507) return { kind: 'wait', afterMs: 30_000, fault };
  if (fault.code === 'upload_other_active') return { kind: 'wait', afterMs: 3_000, fault };
  if (status === 408 || status === 429 || status >= 500) {
    return { kind: 'server', retryAfterMs: retryAfterMs(answer.retryAfter) };
  }
  if (conflicts.includes(fault.code)) return { kind: 'conflict', fault };
  if (fault.code === 'chunk_rest_unknown') return { kind: 'rest-unknown' };
  if (fault.code === 'chunk_hash_mismatch') return { kind: 'corrupt', fault };
  if (status === 413 || (isPlainProvider && status === 422 && 'video' in readFieldErrors(parseJson(text))))
    return { kind: 'too-large', fault };
  // A refusal that is not JSON comes from a router or a gateway: our server would have given a reason.
  return isPlainProvider || isOwnRefusal(text) ? { kind: 'refused', fault } : { kind: 'network' };
}

/** Returns why the server does not process a recording that it has: the protocol has moved on without it. */
export function refusalOf(outcome: Outcome<unknown>): UploadFault | undefined {
  if (outcome.kind === 'ok' || outcome.failure.kind !== 'refused') return undefined;
  const { fault } = outcome.failure;
  return fault.code === 'final_read_only' || fault.code === 'illegal_stage' ? fault : undefined;
}

/** Codes of disagreements that can be settled by asking the server which chunks it has. */
const conflicts = [
  'chunk_conflict',
  'upload_assembled',
  'upload_cancelled',
  'upload_incomplete',
  'chunk_size_mismatch',
];

function faultOf({ status, text }: { status: number; text: string }): UploadFault {
  const body = parseJson(text);
  const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : `http_${status}`;
  return { code, message: readMessage(body) ?? defaultMessage(status) };
}

function defaultMessage(status: number): string {
  if (status === 403) return 'Недостаточно прав, чтобы загрузить видео в этот протокол.';
  if (status === 404) return 'Протокол не найден: возможно, его удалили. Видео на устройстве цело.';
  if (status === 413) return 'Сервер не принимает файл такого размера.';
  if (status === 415) return 'Сервер не принимает файлы этого вида.';
  return 'Сервер отклонил видео. Оно цело на этом устройстве.';
}
