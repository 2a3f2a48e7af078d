import * as z from 'zod/mini';
import { int, maybe, requiredText, string, whenUsed } from './common.ts';
import { id } from './id.ts';

/** So many templates an organization may have: their list is one page. */
export const mostTemplates = 100;

/** Bytes of a template. */
export const templateFile = { file: { most: 1, maxBytes: 10 * 1024 ** 2 } } as const;

const name = requiredText(200);

/**
 * A template of the organization for protocols as DOCX, with the file that it has now and who put it there when.
 * `bodies_total`: how many commissions and departments have chosen it.
 */
export const template = whenUsed(() =>
  z.looseObject({
    id,
    name: z.string(),
    file_name: maybe(string),
    size: maybe(int),
    created_at: maybe(string),
    created_by_name: maybe(string),
    bodies_total: maybe(int),
  }),
);
export type Template = z.infer<typeof template>;

/** POST /settings/templates, as form data with `file`; without a name it is called as its file. */
export const templateCreate = z.looseObject({ id: z.optional(id), name: z.optional(name) });

/** PUT /settings/templates/{id}: what is not named stays, the file too. */
export const templateUpdate = z.looseObject({ name: z.optional(name) });

/** In place of a template's id: the usual form, whatever the body has chosen. */
export const usualForm = 'usual';
