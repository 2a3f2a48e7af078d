import type { Protocol } from '#contract/protocol.ts';
import type { Speaker } from '#contract/transcript.ts';

/** Names that a line may get: of the voices, and of those who took part. */
export function voiceNames({ members }: Protocol, voices: readonly Speaker[]): string[] {
  const taking = (members ?? []).flatMap(({ name, kind }) => (name && kind !== 'absent' ? [name] : []));
  return [...new Set([...voices.map(({ name }) => name), ...taking])];
}
