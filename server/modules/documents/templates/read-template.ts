import Docxtemplater from 'docxtemplater';
import type PizZip from 'pizzip';
import type { TemplateData } from '#contract/documents/printed/template-data.ts';
import { conditionOf, fieldKey } from '#contract/documents/printed/template-fields.ts';

type Part = Docxtemplater.DXT.Part;

/** A field, condition or list of a template, with the tags inside it. */
export type TemplateTag = {
  /** Name as it was typed, without braces and signs. */
  name: string;
  kind: 'text' | 'section' | 'raw';
  /** True for «{^…}», which is printed where the value is empty. */
  inverted: boolean;
  inner: TemplateTag[];
};

/**
 * Reads the fields of a template, so that it can be filled. Throws the library's errors about unbalanced braces and
 * sections. Values are only looked up by name: there are no expressions.
 */
export function readTemplate(zip: PizZip): Docxtemplater {
  return new Docxtemplater(zip, {
    paragraphLoop: true,
    linebreaks: true,
    stripInvalidXMLChars: true,
    errorLogging: false,
    // «{=[ ]=}» would let fields hide behind other delimiters.
    syntax: { changeDelimiterPrefix: null },
    parser: (tag) => ({
      get: (scope: TemplateData, { meta }) => lookUp(scope, tag, meta.part.module === 'loop'),
    }),
    nullGetter: () => '',
  });
}

/**
 * Returns what a name prints in one scope; undefined if the scope does not know it, so that the enclosing scope is
 * asked.
 */
function lookUp(scope: TemplateData, tag: string, isSection: boolean): unknown {
  const condition = isSection ? conditionOf(tag) : undefined;
  const key = condition ?? fieldKey(tag);
  // Each level has about a dozen names: a linear search costs less than an index for each row.
  const name = Object.keys(scope).find((each) => fieldKey(each) === key);
  const value = name === undefined ? undefined : scope[name];
  if (value === undefined) return undefined;
  if (condition !== undefined) return value.length > 0;
  if (typeof value === 'string') return isSection ? value !== '' : value;
  return isSection ? value : value.map(lineOf).join('\n');
}

/** The text of a row is its first value. */
function lineOf(row: TemplateData): string {
  const [line] = Object.values(row);
  return typeof line === 'string' ? line : '';
}

/** Returns the tags of each part of the document: body, headers, footers, notes. */
export function tagsOf(template: Docxtemplater): { part: string; tags: TemplateTag[] }[] {
  const { compiled } = template as unknown as { compiled: Record<string, { postparsed: Part[] }> };
  return Object.entries(compiled).map(([part, { postparsed }]) => ({ part, tags: postparsed.flatMap(tagOf) }));
}

function tagOf(part: Part): TemplateTag[] {
  if (part.type !== 'placeholder') return [];
  const kind = part.module === 'loop' ? 'section' : part.module === 'rawxml' ? 'raw' : 'text';
  return [{ name: part.value, kind, inverted: part.inverted === true, inner: (part.subparsed ?? []).flatMap(tagOf) }];
}
