import type { OwnMeeting, OwnTask } from '#contract/participation/participation.ts';
import { entities } from '#src/data/entities.ts';
import { defineCollection } from '#src/sync/index.ts';

/** The person's own tasks, in pages. */
export const ownTaskCollection = defineCollection<OwnTask>({
  entity: entities.ownTask,
  idOf: ({ id }) => id,
  holding: ([name]) => (name === 'own-tasks' ? {} : undefined),
  address: () => ownTasksAddress,
});

/** Meetings in which the person takes part. */
export const ownMeetingCollection = defineCollection<OwnMeeting>({
  entity: entities.ownMeeting,
  idOf: ({ id }) => id,
  holding: ([name]) => (name === 'own-meetings' ? {} : undefined),
  address: () => ownMeetingsAddress,
});

/** Addresses of the person's own tasks and meetings. */
const ownTasksAddress = '/main/settings?tab=tasks';
const ownMeetingsAddress = '/main/settings?tab=meetings';
