/** Role names, separate from their schema so that the first screen needs no validator. */
export const roles = ['admin', 'manager', 'secretary', 'external'] as const;
export type Role = (typeof roles)[number];
