import * as z from 'zod/mini';
import { maybe, requiredText, string } from '#contract/common.ts';
import { id } from '#contract/id.ts';

export const keyword = z.looseObject({ id, name: maybe(string) });
export type Keyword = z.infer<typeof keyword>;

export const keywordCreate = z.looseObject({ id: z.optional(id), name: requiredText(200) });
export const keywordUpdate = z.looseObject({ name: requiredText(200) });
