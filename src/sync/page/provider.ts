import { createProvider } from '../provider/provider.ts';
import { connectivity } from './connectivity.ts';
import { timedHttp } from './http.ts';
import { session } from './session.ts';

/** The server of this page, as far as it is known. */
export const provider = createProvider({ http: timedHttp, visit: session.visit, kept: localStorage });

/**
 * Asks whose server this is, now and whenever the connection changes: it has to be known before the connection is lost, since
 * it says what can be shown and made without one. Returns the unsubscribe.
 */
export function followProvider(): () => void {
  const ask = () => void (connectivity.isOnline() && provider.meet());
  ask();
  return connectivity.subscribe(ask);
}
