// Tabs whose screens belong to several features.

export { bodiesAddress, isBodiesTab, MeetingsTabs } from './meetings-tabs.tsx';
export { type SettingsTab, SettingsTabs, tabOf, useSettingsTab } from './settings-tabs.tsx';
