import type { User } from '#contract/user.ts';

/** The figures that the statistics tell of each secretary. */
export const figureKeys = ['meetings', 'protocols', 'final_protocols', 'tasks', 'done_tasks', 'overdue_tasks'] as const;
export type FigureKey = (typeof figureKeys)[number];

/** A secretary with what is known of their figures. */
export type Secretary = User & Partial<Record<FigureKey, number | null | undefined>>;
