import type { WaitingReport } from '#contract/tasks/report.ts';
import { entities } from '#src/data/entities.ts';
import { addressOfMutation } from '#src/data/protocol-scope.ts';
import { defineCollection } from '#src/sync/index.ts';

/** The reports that wait for the secretary, in pages over all protocols or for one. */
export const reportCollection = defineCollection<WaitingReport>({
  entity: entities.report,
  idOf: ({ id }) => id,
  holding: ([name]) => (name === 'task-reports' ? {} : undefined),
  address: addressOfMutation,
});
