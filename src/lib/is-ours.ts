import { NetworkError } from './api-errors.ts';
import { serverCan } from './server-capabilities.ts';

/**
 * Whether the server is ours: it takes ids that the client made, and keeps what a change does not name. Throws
 * NetworkError while it is out of reach.
 */
export function isOurs(): Promise<boolean> {
  return serverCan('client-ids').catch(() => {
    throw new NetworkError('no handshake');
  });
}
