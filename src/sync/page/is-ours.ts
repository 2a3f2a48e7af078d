import { NetworkError } from '../http/api-errors.ts';
import { serverCould } from './server-capabilities.ts';

/**
 * Whether the server is ours: it takes ids that the client made, and keeps what a change does not name. Out of reach
 * it is the one that was here before; throws NetworkError where none was.
 */
export function isOurs(): Promise<boolean> {
  return serverCould('client-ids').catch(() => {
    throw new NetworkError('no handshake');
  });
}
