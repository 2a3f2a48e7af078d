import type { Protocol } from '#contract/protocols/protocol.ts';
import { partName } from '../playback/recordings.ts';
import { ProcessingPanel } from './processing-panel.tsx';

/** Processing of the recordings other than the first: those that are under way or have stopped. */
export function PartsProcessing({
  protocol: { id, recordings = [] },
  isFolded,
}: {
  protocol: Protocol;
  isFolded: boolean;
}) {
  return recordings?.map((part) =>
    part.is_first || part.stage === 'success_video_process' ? null : (
      <ProcessingPanel
        key={part.id}
        protocol={{ id, stage: part.stage, processing: part.processing }}
        part={{ id: part.id, name: partName(part, recordings) }}
        isFolded={isFolded}
      />
    ),
  );
}
