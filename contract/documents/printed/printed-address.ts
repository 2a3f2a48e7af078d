import { protocolAddress } from '#contract/protocol-address.ts';

/**
 * Returns the address printed on a protocol as a link and a QR code. Its parameter distinguishes it from the typed
 * address of the secretary's screen, from which the specification leads everybody else to their start screen: this one
 * leads each role to where it reads the protocol.
 */
export const printedAddress = (protocolId: string): string => protocolAddress(protocolId, 'from=paper');

/** Returns the id in a printed address, encoded as it stands there; undefined for any other address. */
export function idInPrintedAddress(address: string): string | undefined {
  return /^\/main\/protocols\/([^/?#]+)\?from=paper$/.exec(address)?.[1];
}
