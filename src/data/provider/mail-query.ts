import { queryOptions } from '@tanstack/react-query';
import { isMailConnected } from './mail.ts';

/**
 * Whether the server delivers mails, for a part that is shown as long as a screen is. Apart from the rest: screens before
 * the sign-in ask as well, and do without the library of queries.
 */
export function mailConnectedQuery() {
  return queryOptions({ queryKey: ['mail-connected'], queryFn: () => isMailConnected() });
}
