/**
 * The id of the task that a decision becomes: the same wherever it is made, so that the server takes the second one for the
 * first. Undefined where the browser cannot say.
 */
export async function decisionTaskId(protocolId: string, decisionId: string): Promise<string | undefined> {
  // Missing on a page that came without TLS.
  if (!globalThis.crypto?.subtle) return undefined;
  const words = new TextEncoder().encode(JSON.stringify([protocolId, decisionId]));
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', words)).slice(0, 16);
  // A UUID of version 8 (RFC 9562): its bits are ours to choose.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
