// Parts that several features share and that belong to none of them.

export { BodyChoice } from './body-choice.tsx';
export { type Deletion, DeletionQuestion, useDeletion } from './deletion.tsx';
export { EntityCounts, TaskCounts } from './entity-counts.tsx';
export { FilledNote, useFilling } from './filling.tsx';
export { followInstallOffer, installOffer } from './install-offer.ts';
export { bodiesAddress, isBodiesTab, MeetingsTabs } from './meetings-tabs.tsx';
export { isDocumentsTab, SettingsTabs } from './settings-tabs.tsx';
export { showFieldErrors } from './show-field-errors.ts';
export { StageBadge } from './stage-badge.tsx';
