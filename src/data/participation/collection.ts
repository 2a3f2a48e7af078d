import type { OwnMeeting, OwnTask } from '#contract/participation.ts';
import { entities } from '#src/data/entities.ts';
import { defineCollection } from '#src/sync/index.ts';

/** One's own tasks, by pages. */
export const ownTaskCollection = defineCollection<OwnTask>({
  entity: entities.ownTask,
  idOf: ({ id }) => id,
  holding: ([name]) => (name === 'own-tasks' ? {} : undefined),
  address: () => ownTasksAddress,
});

/** The meetings in which one takes part. */
export const ownMeetingCollection = defineCollection<OwnMeeting>({
  entity: entities.ownMeeting,
  idOf: ({ id }) => id,
  holding: ([name]) => (name === 'own-meetings' ? {} : undefined),
  address: () => ownMeetingsAddress,
});

/** Where one's own tasks and meetings are. */
const ownTasksAddress = '/main/settings?tab=tasks';
const ownMeetingsAddress = '/main/settings?tab=meetings';
