// The kit: what every screen is made of. It knows no noun of the product and no network: what a dialog has to say of the
// connection comes in as a prop.

export { classNames } from './base/class-names.ts';
export { default as fieldStyles } from './base/field.module.css';
export { CircleAlertIcon, CloudOffIcon } from './base/first-icons.tsx';
// What other parts are made of: icons, class names, the look of fields and of what floats.
export { default as floatingStyles } from './base/floating.module.css';
export { Icon } from './base/icon.tsx';
export { layout } from './base/layout.ts';
export { Button, buttonClass } from './buttons/button.tsx';
// Buttons, links that look like one, menus.
export { ButtonLink } from './buttons/button-link.tsx';
export { FileButton } from './buttons/file-button.tsx';
export { IconButton } from './buttons/icon-button.tsx';
export type { MenuAction } from './buttons/menu-action.ts';
export { MenuButton } from './buttons/menu-button.tsx';
// Dialogs, questions, and what keeps typed text from being lost.
export { ConfirmDialog, loadConfirmDialog } from './dialogs/confirm-dialog.tsx';
export { FormDialog } from './dialogs/form-dialog.tsx';
export { LeaveGuard } from './dialogs/leave-guard.tsx';
export { StatusNote } from './dialogs/status-note.tsx';
export { giveUpUnsaved, hasUnsaved, useUnsaved, warnOnLeaving } from './dialogs/unsaved.ts';
export { WideDialog } from './dialogs/wide-dialog.tsx';
// What only shows: badges, cards, counts, icons, skeletons.
export { Badge, type Tone } from './display/badge.tsx';
export { Banner } from './display/banner.tsx';
export { Card } from './display/card.tsx';
export { Counts } from './display/counts.tsx';
export { DataList, type DataRow } from './display/data-list.tsx';
export { DetailsSummary } from './display/details-summary.tsx';
export { EmptyState } from './display/empty-state.tsx';
export { ErrorState } from './display/error-state.tsx';
export { FoundCount } from './display/found-count.tsx';
export { Logo } from './display/logo.tsx';
export { ProgressBar } from './display/progress-bar.tsx';
export { Skeleton } from './display/skeleton.tsx';
export { Spinner } from './display/spinner.tsx';
export { type StepMark, Stepper } from './display/stepper.tsx';
// Fields of forms, with the values of dates and times.
export { ChoiceStrip } from './fields/choice-strip.tsx';
export { DateField } from './fields/date-field.tsx';
export { DateTimeField } from './fields/date-time-field.tsx';
export { instantOf, knownInstant, readDay } from './fields/date-value.ts';
export { DropZone } from './fields/drop-zone.tsx';
export { FieldPopover } from './fields/field-popover.tsx';
export { FieldRow } from './fields/field-row.tsx';
export { ListSearch } from './fields/list-search.tsx';
export { type DayMark, MonthCalendar } from './fields/month-calendar.tsx';
export { PasswordField } from './fields/password-field.tsx';
export { inOneLine, pasteAsLine } from './fields/paste-as-line.ts';
export { SearchField } from './fields/search-field.tsx';
export { SelectField } from './fields/select-field.tsx';
export { submitOnEnter } from './fields/submit-on-enter.ts';
export { TextArea } from './fields/text-area.tsx';
export { TextField } from './fields/text-field.tsx';
export { useChosen } from './fields/use-chosen.ts';
export { focusThing } from './focus/focus-thing.ts';
export { focusWhenLost } from './focus/focus-when-lost.ts';
export { focusWhenThere } from './focus/focus-when-there.ts';
export { intoView } from './focus/into-view.ts';
// Where the focus goes when what had it is gone, or is not there yet.
export { leadToNobody, nobodyAttribute } from './focus/lead-to-nobody.ts';
// Hooks and helpers of a page: time, size, media.
export { saveFile } from './hooks/save-file.ts';
export { useDebounced } from './hooks/use-debounced.ts';
export { useHasLasted } from './hooks/use-has-lasted.ts';
export { useIsHere } from './hooks/use-is-here.ts';
export { useMediaQuery } from './hooks/use-media-query.ts';
export { useNow } from './hooks/use-now.ts';
export { useOverflow } from './hooks/use-overflow.ts';
export { whenIdle } from './hooks/when-idle.ts';
// Keyboard shortcuts.
export { followKeys } from './keys/follow-keys.ts';
export { isWriting } from './keys/is-free-press.ts';
export { keySign, russianCap } from './keys/key-sign.ts';
export { closeShortcutHelp, openShortcutHelp, useShortcutHelp } from './keys/shortcut-help.ts';
export {
  type OwnKeys,
  type Shortcut,
  shortcutGroups,
  useAllOwnKeys,
  useOwnKeys,
  useShortcuts,
  withScreens,
} from './keys/shortcuts.ts';
// The frame of a screen: heading, body, how it was opened.
export { howOpened } from './screen/opening.ts';
export { PageHeader } from './screen/page-header.tsx';
export { Screen } from './screen/screen.tsx';
export { ScreenBody } from './screen/screen-body.tsx';
export { ScreenHeading } from './screen/screen-heading.tsx';
export { useProgressiveParts } from './screen/use-progressive-parts.ts';
// Tables, long lists, pages.
export { isSameRow, LongRows, manyRows, type RowTies, type ShownRow } from './tables/long-rows.tsx';
export { Pagination } from './tables/pagination.tsx';
export { Table } from './tables/table.tsx';
export { TableGap } from './tables/table-gap.tsx';
// Tabs, and the parts of a section.
export { SectionTabs } from './tabs/section-tabs.tsx';
export { type TabPart, Tabs } from './tabs/tabs.tsx';
// The one notification.
export { hideToast, showToast, toastStore } from './toast/toast.ts';
export { Toaster } from './toast/toaster.tsx';
