import { callerSession } from '#server/platform/http/index.ts';
import { createLinkSignature, type LinkSignatureDeps, type SignedQuery } from './link-signature.ts';

export interface SignedLinks {
  /**
   * Returns the address with a signature that is valid for half a day, as long as the session lives in which the call was
   * made; a new `version` of the file invalidates older ones.
   */
  sign(path: string, version: string): string;
  /** The same, one for everybody and until it expires: for pictures of people. */
  signForAll(path: string, version: string): string;
  /** Whether a request's path and query are such an address. */
  verify(path: string, version: string, query: SignedQuery): Promise<boolean>;
}

/** Addresses below /api that the browser itself fetches, as `<img src>` and downloads do, without a token. */
export function createSignedLinks(deps: LinkSignatureDeps): SignedLinks {
  const { sign, verify } = createLinkSignature('file-link', deps);
  const address = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;
  return {
    sign: (path, version) => address(path, sign([path, version], callerSession())),
    signForAll: (path, version) => address(path, sign([path, version])),
    verify: (path, version, query) => verify([path, version], query),
  };
}
