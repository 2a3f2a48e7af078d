import type { Stage } from '#contract/stage.ts';
import { ApiError } from '#server/platform/http/index.ts';

/** Whether the tasks of a protocol in this stage are given to whoever is to do them. */
export function isGiven(stage: Stage): boolean {
  return stage === 'finish' || stage === 'final';
}

/** A final protocol is read-only, with its tasks and members; it changes by being reopened. */
export function assertEditable(stage: Stage): void {
  if (stage === 'final') {
    throw new ApiError(
      409,
      'final_read_only',
      'Протокол итоговый: чтобы изменить его, откройте его снова с указанием причины',
    );
  }
}
