/** What an answer says of itself before its body, by fetch and XMLHttpRequest alike. */
export interface AnswerHead {
  status: number;
  contentType: string | null;
  redirected?: boolean;
}

/**
 * Whether something else answered where the API would have: the page of a captive portal or of a filter, or what a
 * redirect led to. An error of 500 and above came over a connection that is there, whoever words it.
 * @param ownPage statuses that a server, or the gateway before it, may well tell by a page
 */
export function isPortal(
  { status, contentType, redirected }: AnswerHead,
  ownPage: (status: number) => boolean = () => false,
): boolean {
  const isPage = contentType?.startsWith('text/html') ?? false;
  return status < 500 && (redirected === true || (isPage && !ownPage(status)));
}

/** «Too large» is a gateway's own word: nginx says it by a page. */
export const isTooLarge = (status: number): boolean => status === 413;

export function headOf({ status, headers, redirected }: Response): AnswerHead {
  return { status, contentType: headers.get('Content-Type'), redirected };
}

/** `Retry-After` in milliseconds: seconds or a date; 0 where it is missing. */
export function retryAfterMs(header: string | null, now = Date.now()): number {
  if (header === null) return 0;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
