// Parts that several features share and that belong to none of them.

export { DeletionQuestion } from './deletion-question.tsx';
export { EntityCounts } from './entity-counts.tsx';
export { followInstallOffer, installOffer } from './install-offer.ts';
export { isDocumentsTab, SettingsTabs } from './settings-tabs.tsx';
export { showFieldErrors } from './show-field-errors.ts';
export { StageBadge } from './stage-badge.tsx';
export { TaskCounts } from './task-counts.tsx';
export { type Deletion, useDeletion } from './use-deletion.ts';
