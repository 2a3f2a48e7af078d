import { groups } from '#tests/recordings/all-kinds.ts';
import { judgeKinds } from './support/judge-kinds.ts';

/* Tracks, damages and names; the other groups are in `recordings.test.ts`. */
judgeKinds(groups.filter((_, at) => at >= 4));
