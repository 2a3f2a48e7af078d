import type { Evidence } from '#contract/evidence.ts';
import type { Protocol } from '#contract/protocol.ts';
import { chaptersOf } from '../playback/chapters.ts';
import { lineAt } from '../playback/player-context.ts';

/**
 * The question that was being spoken of at a moment: that of the last chapter that had begun, before all of them the first
 * of the agenda; without a moment the last. '' of no agenda.
 */
export function questionAt(
  { agenda, tasks }: Partial<Pick<Protocol, 'agenda' | 'tasks'>>,
  evidence: Evidence | null | undefined,
): string {
  if (!evidence) return agenda?.at(-1)?.id ?? '';
  const chapters = chaptersOf({ agenda, tasks });
  return (chapters[lineAt(chapters, evidence.start)] ?? agenda?.[0])?.id ?? '';
}
