import * as z from 'zod/mini';
import { int, string } from '#contract/common.ts';

/** Columns of an imported table of people. */
export const importColumns = ['name', 'email', 'role', 'manager', 'position', 'organization', 'phone'] as const;
export type ImportColumn = (typeof importColumns)[number];

/** Any text: a cell that is too long is reported for its row. */
const cell = z.string();

export const importRow = z.object({
  line: int,
  name: cell,
  email: cell,
  /** A word in Russian, such as «секретарь»; an empty cell means an external participant. */
  role: cell,
  /** The e-mail of a secretary's manager. */
  manager: cell,
  position: cell,
  organization: cell,
  phone: cell,
});
export type ImportRow = z.output<typeof importRow>;

export const maxImportRows = 10_000;
/** Enough for ten thousand rows with all columns filled. */
export const maxImportBytes = 16 * 1024 * 1024;
export const importAnswerMs = 3 * 60_000;
const rows = z
  .array(importRow)
  .check(z.minLength(1, 'В таблице нет людей'), z.maxLength(maxImportRows, 'Не больше 10 000 строк за один раз'));

/** POST /users/import/preview. */
export const importAsked = z.object({ rows });
/** POST /users/import: with `invite` each new person is mailed a link that sets the password. */
export const importOrder = z.object({ rows, invite: z._default(z.boolean(), true) });

/** The outcome for a row: the person is added, exists already and stays unchanged, or is refused for a reason. */
export const importVerdict = z.looseObject({
  line: int,
  action: z.enum(['add', 'exists', 'refuse']),
  words: string,
});
export type ImportVerdict = z.infer<typeof importVerdict>;

export const importPreview = z.looseObject({ rows: z.array(importVerdict) });
export const importResult = z.looseObject({ added: int, existing: int, refused: z.array(importVerdict) });
export type ImportResult = z.infer<typeof importResult>;

/**
 * GET /users/uninvited: number of people who cannot sign in and never got a link. POST /users/invitations: how many get
 * one.
 */
export const uninvitedCount = z.looseObject({ count: int });
