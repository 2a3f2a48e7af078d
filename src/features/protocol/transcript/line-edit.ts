import type { Protocol } from '#contract/protocols/protocol.ts';
import type { SegmentUpdate, Speaker, TranscriptSegment } from '#contract/recordings/transcript.ts';

type Words = Pick<TranscriptSegment, 'text' | 'speaker'>;

/**
 * Returns the correction that turns a line into `typed`: changed values with the earlier ones; undefined where none
 * changed.
 */
export function lineEdit(line: Words & { id: string }, typed: Words): SegmentUpdate | undefined {
  const text = typed.text.trim();
  const speaker = typed.speaker?.trim() || null;
  const [isText, isSpeaker] = [text !== line.text, speaker !== (line.speaker || null)];
  if (!isText && !isSpeaker) return undefined;
  return {
    id: line.id,
    ...(isText && { text }),
    ...(isSpeaker && { speaker }),
    before: { ...(isText && { text: line.text }), ...(isSpeaker && { speaker: line.speaker ?? null }) },
  };
}

/** Returns the names that a line may get: those of the voices, and of the members who were not absent. */
export function voiceNames({ members }: Protocol, voices: readonly Speaker[]): string[] {
  const taking = (members ?? []).flatMap(({ name, kind }) => (name && kind !== 'absent' ? [name] : []));
  return [...new Set([...voices.map(({ name }) => name), ...taking])];
}
