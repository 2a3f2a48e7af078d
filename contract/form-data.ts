import type * as z from 'zod/mini';

/** The parts of a form other than files: names with their text, in order. */
export type FormFields = readonly (readonly [name: string, value: string])[];

type Schema = z.core.$ZodType;

/**
 * Returns a body as the text parts of form data: a list as `name[]` for each of its values (an empty one as a single
 * empty part), null as an empty text, true and false as 1 and 0, an object as JSON.
 */
export function toFormFields(body: Record<string, unknown>): [name: string, value: string][] {
  return Object.entries(body).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    if (!Array.isArray(value)) return [[name, textOf(value)]];
    return (value.length > 0 ? value : ['']).map((item) => [`${name}[]`, textOf(item)]);
  });
}

/** Reads a body from such parts by the schema of the call: values that it cannot convert stay text. */
export function fromFormFields(schema: Schema | undefined, fields: FormFields): Record<string, unknown> {
  const shape = shapeOf(schema);
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const key = name.replace(/\[\d*\]$/, '');
    const known = values.get(key);
    if (known) known.push(value);
    else values.set(key, [value]);
  }
  const fieldOf = (name: string) => (Object.hasOwn(shape, name) ? shape[name] : undefined);
  return Object.fromEntries([...values].map(([name, texts]) => [name, read(fieldOf(name), texts)]));
}

function textOf(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function read(field: Schema | undefined, texts: string[]): unknown {
  const { kind, nullable, schema } = innerOf(field);
  if (kind === 'array') return texts.filter((text) => text !== '').map((text) => itemOf(schema, text));
  const text = texts.at(-1) ?? '';
  if (text === '' && nullable) return null;
  if (kind === 'boolean')
    return ({ '1': true, true: true, '0': false, false: false } as Record<string, unknown>)[text] ?? text;
  if (kind === 'number' || kind === 'int')
    return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
  return text;
}

/** Returns an item of a list: one that the schema takes for an object is its JSON. */
function itemOf(list: Schema | undefined, text: string): unknown {
  const { element } = (list?._zod.def ?? {}) as { element?: Schema };
  if (innerOf(element).kind !== 'object') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns what is inside optional, nullable and lazy schemas. */
function innerOf(field: Schema | undefined) {
  let nullable = false;
  let inner = field;
  while (inner) {
    const def: z.core.$ZodTypeDef & { innerType?: Schema; in?: Schema; getter?: () => Schema } = inner._zod.def;
    nullable ||= def.type === 'nullable';
    const next = def.innerType ?? def.in ?? def.getter?.();
    if (!next) return { kind: def.type, nullable, schema: inner };
    inner = next;
  }
  return { kind: undefined, nullable, schema: undefined };
}

function shapeOf(schema: Schema | undefined): Record<string, Schema> {
  const def = schema?._zod.def as { shape?: Record<string, Schema> } | undefined;
  return def?.shape ?? {};
}
