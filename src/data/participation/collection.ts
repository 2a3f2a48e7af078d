import type { OwnTask } from '#contract/participation.ts';
import { entities } from '#src/data/entities.ts';
import { defineCollection } from '#src/sync/index.ts';

/** One's own tasks, by pages. */
export const ownTaskCollection = defineCollection<OwnTask>({
  entity: entities.ownTask,
  idOf: ({ id }) => id,
  holding: ([name]) => (name === 'own-tasks' ? {} : undefined),
  address: () => ownTasksAddress,
});

/** Where one's own tasks are. */
const ownTasksAddress = '/main/settings?tab=tasks';
