// States and counts of protocols and tasks, drawn alike on every screen.

export { EntityCounts, TaskCounts } from './entity-counts.tsx';
export { OverdueBadge, ShortOverdueBadge } from './overdue-badge.tsx';
export { StageBadge, stageTones } from './stage-badge.tsx';
