import type { Protocol } from '#contract/protocol.ts';
import { partName } from '../playback/recordings.ts';
import { ProcessingPanel } from './processing-panel.tsx';

/** The processing of the recordings beside the first: of each that is under way or has stopped. */
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
