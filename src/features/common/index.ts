// Parts that several features share and that belong to none of them.

export { DeletionQuestion } from './deletion-question.tsx';
export { EntityCounts } from './entity-counts.tsx';
export { isDocumentsTab, SettingsTabs } from './settings-tabs.tsx';
export { StageBadge } from './stage-badge.tsx';
export { TaskCounts } from './task-counts.tsx';
