import OpenAI from 'openai';
import * as z from 'zod/mini';

/**
 * Reason why nothing was recognised, worded for people. `mayPass`: a retry may succeed; `ofPiece`: another piece may
 * succeed.
 */
export class SpeechFailure extends Error {
  override readonly name = 'SpeechFailure';
  readonly mayPass: boolean;
  readonly retryAfterMs: number | undefined;
  readonly ofPiece: boolean;

  constructor(
    message: string,
    mayPass: boolean,
    more: { retryAfterMs?: number | undefined; ofPiece?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.mayPass = mayPass;
    this.retryAfterMs = more.retryAfterMs;
    this.ofPiece = more.ofPiece ?? false;
  }
}

const service = 'Служба распознавания речи';
const later = 'Повторите обработку позже.';
const settings = 'Проверьте настройки TRANSCRIBE_URL, TRANSCRIBE_KEY и TRANSCRIBE_MODEL.';

/** Explains the error of a call to the service. @param isLate whether the time limit was exceeded */
export function explainSpeechError(error: unknown, isLate: boolean): SpeechFailure {
  const cause = { cause: error };
  if (isLate || error instanceof OpenAI.APIConnectionTimeoutError) {
    return new SpeechFailure(`${service} не ответила вовремя. ${later}`, true, cause);
  }
  if (error instanceof OpenAI.APIConnectionError) {
    return new SpeechFailure(`${service} недоступна. ${later}`, true, cause);
  }
  if (error instanceof OpenAI.APIError && typeof error.status === 'number') return byStatus(error, error.status);
  if (error instanceof z.core.$ZodError || error instanceof SyntaxError) {
    return new SpeechFailure(`${service} ответила не так, как ожидалось. ${later}`, true, cause);
  }
  // The response ended prematurely.
  return new SpeechFailure(`${service} оборвала ответ. ${later}`, true, cause);
}

function byStatus(error: InstanceType<typeof OpenAI.APIError>, status: number): SpeechFailure {
  const cause = { cause: error };
  if (status === 429) {
    const retryAfterMs = retryAfterOf(error.headers?.get('retry-after'));
    return new SpeechFailure(`${service} перегружена или исчерпан её лимит. ${later}`, true, {
      ...cause,
      retryAfterMs,
    });
  }
  if (status === 401 || status === 403)
    return new SpeechFailure(`${service} не приняла ключ. ${settings}`, false, cause);
  if (status === 404) return new SpeechFailure(`${service} или её модель не найдена. ${settings}`, false, cause);
  const mayPass = status >= 500 || status === 408 || status === 409;
  return new SpeechFailure(
    `${service} ${mayPass ? 'ответила ошибкой' : 'отклонила запись'} (код ${status}). ${mayPass ? later : settings}`,
    mayPass,
    cause,
  );
}

/** @param header seconds, or a date */
function retryAfterOf(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
