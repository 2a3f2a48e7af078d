import type { Stage } from '#contract/stage.ts';
import { Problem } from '#server/platform/problem/index.ts';

/** Returns whether the tasks of a protocol in this stage are visible to their assignees. */
export function isGiven(stage: Stage): boolean {
  return stage === 'finish' || stage === 'final';
}

/** Throws for a final protocol: it is read-only, with its tasks and members, and must be reopened to change. */
export function assertEditable(stage: Stage): void {
  if (stage === 'final') {
    throw new Problem(
      'final_read_only',
      'Протокол итоговый: чтобы изменить его, откройте его снова с указанием причины',
    );
  }
}
