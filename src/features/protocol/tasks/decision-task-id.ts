/**
 * Returns the id of the task made of a decision. It is the same on every device, so that the server recognises a second
 * creation as the first. Undefined where the browser cannot compute it.
 */
export async function decisionTaskId(protocolId: string, decisionId: string): Promise<string | undefined> {
  // Missing on pages served without TLS.
  if (!globalThis.crypto?.subtle) return undefined;
  const words = new TextEncoder().encode(JSON.stringify([protocolId, decisionId]));
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', words)).slice(0, 16);
  // A UUID of version 8 (RFC 9562), whose other bits may be chosen freely.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
