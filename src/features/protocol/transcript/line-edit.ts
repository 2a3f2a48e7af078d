import type { Protocol } from '#contract/protocol.ts';
import type { SegmentUpdate, Speaker, TranscriptSegment } from '#contract/transcript.ts';

type Words = Pick<TranscriptSegment, 'text' | 'speaker'>;

/** The correction that makes `typed` of a line: only what differs, with what stood there; undefined where nothing does. */
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

/** Names that a line may get: of the voices, and of those who took part. */
export function voiceNames({ members }: Protocol, voices: readonly Speaker[]): string[] {
  const taking = (members ?? []).flatMap(({ name, kind }) => (name && kind !== 'absent' ? [name] : []));
  return [...new Set([...voices.map(({ name }) => name), ...taking])];
}
