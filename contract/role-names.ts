/** The roles by name, apart from their schema: the first screen knows them without a validator. */
export const roles = ['admin', 'manager', 'secretary', 'external'] as const;
export type Role = (typeof roles)[number];
