import * as z from 'zod/mini';
import { int, maybe, requiredText, string, whenUsed } from '#contract/common.ts';
import { id } from '#contract/id.ts';

/** Maximum number of templates of an organization: their list is one page. */
export const maxTemplates = 100;

/** The file of a template; its maximum size in bytes. */
export const templateFile = { file: { most: 1, maxBytes: 10 * 1024 ** 2 } } as const;

const name = requiredText(200);

/**
 * A DOCX template of the organization for protocols, with its current file, and who uploaded it and when.
 * `bodies_total`: number of bodies that use it.
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

/** POST /settings/templates, as form data with `file`; the name defaults to that of the file. */
export const templateCreate = z.looseObject({ id: z.optional(id), name: z.optional(name) });

/** PUT /settings/templates/{id}: omitted fields stay unchanged, including the file. */
export const templateUpdate = z.looseObject({ name: z.optional(name) });

/** Value in place of a template's id: the usual form, whatever the body uses. */
export const usualForm = 'usual';
