import { useEffect } from 'react';
import type { TranscriptSegment } from '#contract/transcript.ts';
import { lineDrafts } from './line-draft.ts';
import { useDraftPlace } from './use-line-draft.ts';

/** Opens a line in which the page was left before what was typed was saved; nothing while another one is open. */
export function useLeftLine(
  protocolId: string,
  lines: readonly TranscriptSegment[],
  open: ((id: string) => void) | undefined,
): void {
  const place = useDraftPlace(protocolId);
  useEffect(() => {
    if (!open) return;
    let isOver = false;
    const look = async () => {
      for (const { id } of lineDrafts.readAll(place)) {
        if (!lines.some((line) => line.id === id)) continue;
        // Another tab may be writing it this moment.
        if (!(await lineDrafts.isAbandoned(place, id)) || isOver) continue;
        return open(id);
      }
    };
    void look();
    return () => {
      isOver = true;
    };
  }, [open, place, lines]);
}
