import Docxtemplater from 'docxtemplater';
import type PizZip from 'pizzip';
import type { TemplateData } from '#contract/printed/template-data.ts';
import { conditionOf, fieldKey } from '#contract/printed/template-fields.ts';

type Part = Docxtemplater.DXT.Part;

/** A field, condition or list of a template, with what stands inside of it. */
export type TemplateTag = {
  /** As it was typed, without braces and signs. */
  name: string;
  kind: 'text' | 'section' | 'raw';
  /** «{^…}»: what is printed where there is nothing. */
  inverted: boolean;
  inner: TemplateTag[];
};

/**
 * Reads the fields of a template, so that it can be filled. Throws what the library throws about braces and sections that
 * do not fit. Values are looked up by name and nothing else: there are no expressions.
 */
export function readTemplate(zip: PizZip): Docxtemplater {
  return new Docxtemplater(zip, {
    paragraphLoop: true,
    linebreaks: true,
    stripInvalidXMLChars: true,
    errorLogging: false,
    // «{=[ ]=}» would have fields hide behind other signs.
    syntax: { changeDelimiterPrefix: null },
    parser: (tag) => ({
      get: (scope: TemplateData, { meta }) => lookUp(scope, tag, meta.part.module === 'loop'),
    }),
    nullGetter: () => '',
  });
}

/** What a name prints in one scope; undefined where it is not known there, and the scope around it is asked. */
function lookUp(scope: TemplateData, tag: string, isSection: boolean): unknown {
  const condition = isSection ? conditionOf(tag) : undefined;
  const key = condition ?? fieldKey(tag);
  // Data has a dozen names a level: looking through them costs less than an index for each row.
  const name = Object.keys(scope).find((each) => fieldKey(each) === key);
  const value = name === undefined ? undefined : scope[name];
  if (value === undefined) return undefined;
  if (condition !== undefined) return value.length > 0;
  if (typeof value === 'string') return isSection ? value !== '' : value;
  return isSection ? value : value.map(lineOf).join('\n');
}

/** The line of a row is what comes first in it. */
function lineOf(row: TemplateData): string {
  const [line] = Object.values(row);
  return typeof line === 'string' ? line : '';
}

/** The tags of each part of the document: its text, headers, footers, notes. */
export function tagsOf(template: Docxtemplater): { part: string; tags: TemplateTag[] }[] {
  const { compiled } = template as unknown as { compiled: Record<string, { postparsed: Part[] }> };
  return Object.entries(compiled).map(([part, { postparsed }]) => ({ part, tags: postparsed.flatMap(tagOf) }));
}

function tagOf(part: Part): TemplateTag[] {
  if (part.type !== 'placeholder') return [];
  const kind = part.module === 'loop' ? 'section' : part.module === 'rawxml' ? 'raw' : 'text';
  return [{ name: part.value, kind, inverted: part.inverted === true, inner: (part.subparsed ?? []).flatMap(tagOf) }];
}
