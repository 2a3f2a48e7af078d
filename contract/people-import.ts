import * as z from 'zod/mini';
import { int, string } from './common.ts';

/** What a table of people may have in a row, as it stands there; `line` is its line in the file. */
export const importColumns = ['name', 'email', 'role', 'manager', 'position', 'organization', 'phone'] as const;
export type ImportColumn = (typeof importColumns)[number];

/** Whatever stands there: one cell that is too long is told at its row. */
const cell = z.string();

export const importRow = z.object({
  line: int,
  name: cell,
  email: cell,
  /** A word in Russian, such as «секретарь»; nothing: an external participant. */
  role: cell,
  /** The e-mail of a secretary's manager. */
  manager: cell,
  position: cell,
  organization: cell,
  phone: cell,
});
export type ImportRow = z.output<typeof importRow>;

export const mostImportRows = 10_000;
/** Ten thousand rows with all columns filled. */
export const mostImportBytes = 16 * 1024 * 1024;
export const importAnswerMs = 3 * 60_000;
const rows = z
  .array(importRow)
  .check(z.minLength(1, 'В таблице нет людей'), z.maxLength(mostImportRows, 'Не больше 10 000 строк за один раз'));

/** POST /users/import/preview. */
export const importAsked = z.object({ rows });
/** POST /users/import: `invite` mails each new person a link that sets the password. */
export const importOrder = z.object({ rows, invite: z._default(z.boolean(), true) });

/** What becomes of a row: a new person, somebody who is there already and stays as they are, nothing for this reason. */
export const importVerdict = z.looseObject({
  line: int,
  action: z.enum(['add', 'exists', 'refuse']),
  words: string,
});
export type ImportVerdict = z.infer<typeof importVerdict>;

export const importPreview = z.looseObject({ rows: z.array(importVerdict) });
export const importResult = z.looseObject({ added: int, existing: int, refused: z.array(importVerdict) });
export type ImportResult = z.infer<typeof importResult>;

/** GET /users/uninvited, POST /users/invitations: how many cannot sign in and were never sent a link; how many get one. */
export const uninvitedCount = z.looseObject({ count: int });
