// Parts that several features share and that belong to none of them.

export { BodyChoice } from './body-choice.tsx';
export { addFiles } from './chosen-files.ts';
export { type Deletion, DeletionQuestion, useDeletion } from './deletion.tsx';
export { EntityCounts, TaskCounts } from './entity-counts.tsx';
export { FileList, type ListedFile } from './file-list.tsx';
export { FilledNote, useFilling } from './filling.tsx';
export { followInstallOffer, installOffer } from './install-offer.ts';
export { bodiesAddress, isBodiesTab, MeetingsTabs } from './meetings-tabs.tsx';
export { FilesButton, type PickedFiles, usePickedFiles } from './picked-files.tsx';
export { type SettingsTab, SettingsTabs, tabOf, useSettingsTab } from './settings-tabs.tsx';
export { showFieldErrors } from './show-field-errors.ts';
export { showSaved } from './show-saved.ts';
export { StageBadge, stageTones } from './stage-badge.tsx';
