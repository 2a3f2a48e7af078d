// The UI kit of all screens. It knows no terms of the product and no network: what a dialog says about the connection
// is passed in as a prop.

export { classNames } from './base/class-names.ts';
export { default as fieldStyles } from './base/field.module.css';
// Base parts: icons, class names, styles of fields and of floating elements.
export { default as floatingStyles } from './base/floating.module.css';
export {
  useDebounced,
  useHasLasted,
  useIsHere,
  useMediaQuery,
  useNow,
  useOverflow,
  useStableCallback,
} from './base/hooks.ts';
export { CircleAlertIcon, CloudOffIcon, Icon } from './base/icon.tsx';
export { latePart, loadLateParts } from './base/late-part.tsx';
export { layout } from './base/layout.ts';
// Hooks and helpers of a page: time, size, media.
export { saveFile } from './base/save-file.ts';
export { useToday } from './base/today.ts';
export { endVisitStart, whenStarted } from './base/visit-start.ts';
export { Button, buttonClass } from './buttons/button.tsx';
// Buttons, links that look like one, menus.
export { ButtonLink } from './buttons/button-link.tsx';
export { FileButton } from './buttons/file-button.tsx';
export { IconButton } from './buttons/icon-button.tsx';
export { MenuButton } from './buttons/menu-button.tsx';
export type { MenuAction } from './buttons/menu-popup.tsx';
export { rowAction } from './buttons/row-action.ts';
// Dialogs, questions, and guards against losing typed text.
export { ConfirmDialog, loadConfirmDialog } from './dialogs/confirm-dialog.tsx';
export { FormDialog } from './dialogs/form-dialog.tsx';
export { LeaveGuard } from './dialogs/leave-guard.tsx';
export { StatusNote } from './dialogs/status-note.tsx';
export { giveUpUnsaved, hasUnsaved, useUnsaved, warnOnLeaving } from './dialogs/unsaved.ts';
export { WideDialog } from './dialogs/wide-dialog.tsx';
// Display only: badges, cards, counts, icons, skeletons.
export { Badge, type Tone } from './display/badge.tsx';
export { Banner } from './display/banner.tsx';
export { Card } from './display/card.tsx';
export { Counts, FoundCount } from './display/counts.tsx';
export { DataList, type DataRow } from './display/data-list.tsx';
export { DetailsSummary } from './display/details-summary.tsx';
export { FigureLink } from './display/figure-link.tsx';
export { ProgressBar, Skeleton } from './display/loading.tsx';
export { Logo } from './display/logo.tsx';
export { MarkedText } from './display/marked-text.tsx';
export { Spinner } from './display/spinner.tsx';
export { EmptyState, ErrorState } from './display/states.tsx';
export { type StepMark, Stepper } from './display/stepper.tsx';
// Fields of forms, with the values of dates and times.
export { ChoiceStrip, SelectField, useChosen } from './fields/choice-fields.tsx';
export { instantOf, knownInstant, readDay } from './fields/date-value.ts';
export { DropZone } from './fields/drop-zone.tsx';
export { FieldPopover } from './fields/field-popover.tsx';
export { FieldRow } from './fields/field-row.tsx';
export { DateField, DateTimeField, FieldPlaceholder, MonthCalendar } from './fields/late-fields.tsx';
export { ListSearch, SearchField } from './fields/list-search.tsx';
export type { DayMark } from './fields/month-calendar.tsx';
export { TextArea } from './fields/text-area.tsx';
export { inOneLine, PasswordField, pasteAsLine, TextField } from './fields/text-field.tsx';
export { Tick } from './fields/tick.tsx';
// Moving the focus when the focused element is gone, or when the target is not there yet.
export {
  focusThing,
  focusUnchosenName,
  focusWhenThere,
  intoView,
  showTabbedFields,
  unchosenNameAttribute,
} from './focus/focus.ts';
export { focusWhenLost } from './focus/focus-when-lost.ts';
export { useReturnFocus } from './focus/use-return-focus.ts';
// Keys: what Enter does in a form, names of key presses.
export { keepEnter, submitOnCtrlEnter, submitOnEnter } from './keys/enter-key.ts';
export { keySign, pressSign, russianCap } from './keys/key-sign.ts';
// Keyboard shortcuts.
export {
  closeShortcutHelp,
  followKeys,
  isWriting,
  type OwnKeys,
  openShortcutHelp,
  type Shortcut,
  shortcutGroups,
  useAllOwnKeys,
  useOwnKeys,
  useShortcutHelp,
  useShortcuts,
  withScreens,
} from './keys/shortcuts.ts';
export { ListCount } from './screen/list-count.tsx';
export { PageHeader, Screen, ScreenBody, useProgressiveParts } from './screen/screen.tsx';
// The frame of a screen: heading, body, how it was opened.
export { howOpened, ScreenHeading } from './screen/screen-heading.tsx';
export { type FilterChip, FilterChips } from './tables/filter-chips.tsx';
// Tables, long lists, pages.
export { isSameRow, LongRows, manyRows, type RowTies, type ShownRow } from './tables/long-rows.tsx';
export { Pagination } from './tables/pagination.tsx';
export { Table, TableGap } from './tables/table.tsx';
// Tabs, and the tabs of a section.
export { SectionTabs } from './tabs/section-tabs.tsx';
export { type TabPart, Tabs } from './tabs/tabs.tsx';
// The toast.
export { hideToast, showToast, Toaster, toastStore } from './toast/toast.tsx';
