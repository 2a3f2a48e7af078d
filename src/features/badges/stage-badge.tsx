import { type Stage, stageWords } from '#contract/stage.ts';
import { Badge, type Tone } from '#src/ui/index.ts';

/** Tone of the badge of each stage. */
export const stageTones: Record<Stage, Tone> = {
  no_video: 'plain',
  video_uploaded: 'accent',
  video_process: 'accent',
  success_video_process: 'ok',
  error_video_process: 'bad',
  finish: 'warn',
  final: 'ok',
};

/** Badge of a protocol's stage; `detail` follows its name: «· 62 %», «№ 41». */
export function StageBadge({ stage, detail }: { stage: Stage; detail?: string | undefined }) {
  return (
    <Badge tone={stageTones[stage]}>
      {stageWords[stage]}
      {detail ? ` ${detail}` : ''}
    </Badge>
  );
}
