/** Status and headers of an answer, from fetch or XMLHttpRequest. */
export interface AnswerHead {
  status: number;
  contentType: string | null;
  redirected?: boolean;
}

/**
 * Whether something else answered in place of the API: the page of a captive portal or a filter, or the target of a
 * redirect. An error of 500 and above came over a working connection, whoever wrote its body.
 * @param allowsHtml statuses whose body may be HTML without being a captive portal: a gateway answers some with a page
 */
export function isPortal(
  { status, contentType, redirected }: AnswerHead,
  allowsHtml: (status: number) => boolean = () => false,
): boolean {
  const isPage = contentType?.startsWith('text/html') ?? false;
  return status < 500 && (redirected === true || (isPage && !allowsHtml(status)));
}

/** Whether the answer is «too large», which nginx, as a gateway, answers with a page of its own. */
export const isTooLarge = (status: number): boolean => status === 413;

export function headOf({ status, headers, redirected }: Response): AnswerHead {
  return { status, contentType: headers.get('Content-Type'), redirected };
}

/** Longest `Retry-After` that is taken at its word, in milliseconds. */
const maxRetryAfterMs = 86_400_000;

/** `Retry-After` in milliseconds, at most a day: seconds or a date; 0 where it is missing. */
export function retryAfterMs(header: string | null, now = Date.now()): number {
  if (header === null) return 0;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), maxRetryAfterMs) : 0;
}
