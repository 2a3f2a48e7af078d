import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;

const long = 'я'.repeat(1_000_000);

/** JSON that is nested this deep: by lists, by objects. */
export function nested(depth: number, by: 'lists' | 'objects'): string {
  return by === 'lists' ? `${'['.repeat(depth)}${']'.repeat(depth)}` : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

/** Values that no field expects, as JSON text, with a name for the report. */
export const hostileJson: [name: string, json: string][] = [
  ['null', 'null'],
  ['true', 'true'],
  ['zero', '0'],
  ['a negative number', '-1'],
  ['a fraction', '1.5'],
  ['a huge number', '1e308'],
  ['infinity', '1e999'],
  ['a number beyond integers', '9007199254740993'],
  ['an empty text', '""'],
  ['a space', '" "'],
  ['a list', '[]'],
  ['a list of lists', '[[[]]]'],
  ['a list of nulls', '[null]'],
  ['an object', '{}'],
  ['a million letters', JSON.stringify(long)],
  ['NUL', '"а\\u0000б"'],
  ['half of a pair', '"\\ud800"'],
  ['the other half', '["\\udfff"]'],
  ['a prototype’s name', '"__proto__"'],
  ['a prototype’s key', '{"constructor":{"prototype":{"broken":1}}}'],
  ['SQL', '"\'; drop table users; --"'],
  ['a pattern', '"%_\\\\%"'],
  ['a day that is none', '"2026-02-30"'],
  ['a moment that is none', '"2026-02-30T25:61:00+99:00"'],
  ['the year zero', '"0000-01-01T00:00:00Z"'],
  ['a far year', '"9999-12-31T23:59:59+14:00"'],
  ['an address of elsewhere', '"javascript:alert(1)"'],
  ['nested lists', nested(10_000, 'lists')],
  ['nested objects', nested(10_000, 'objects')],
];

/** Whole bodies of a wrong form. */
export const hostileBodies: [name: string, json: string][] = [
  ['null', 'null'],
  ['a number', '7'],
  ['a text', '"текст"'],
  ['a list', '[{}]'],
  ['an empty object', '{}'],
  ['nested lists', nested(100_000, 'lists')],
  ['nested objects', nested(100_000, 'objects')],
  ['broken JSON', '{"title":'],
  ['half a text', '{"title":"\\ud800'],
  ['NaN', '{"title":NaN}'],
  ['nothing', ''],
  ['a byte order mark', '\ufeff{}'],
  ['a prototype', '{"__proto__":{"admin":true}}'],
  ['a hidden prototype', '{"a":{"constructor":{"prototype":{"admin":true}}}}'],
  ['an object’s own words', '{"toString":1,"hasOwnProperty":2,"then":3,"constructor":4}'],
  ['wrong types', '{"id":{},"title":[],"email":1,"password":{},"agenda":"x","version":"x","stage":7,"status":1}'],
  ['huge numbers', '{"title":"А","number":1e308,"version":1e308,"meeting_id":1.2e18,"agenda":[{"id":1e300}]}'],
  [
    'halves of pairs in fields',
    '{"title":"\\ud800\\u0000","place":"\\udfff","agenda":[{"id":"\\u0000","title":"\\ud83d"}]}',
  ],
  ['impossible dates', '{"title":"А","held_at":"2026-02-30T25:61:00Z","start_at":"завтра","end_at":"0000-00-00"}'],
  ['a hundred thousand fields', `{${Array.from({ length: 100_000 }, (_, index) => `"f${index}":${index}`).join()}}`],
];

export const hostileTypes = [
  'text/plain',
  'text/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'чужой/тип',
  '',
];

/** Path segments in place of an id, as they appear in the address. */
export const hostileIds: [name: string, part: string][] = [
  ['no such id', 'no-such-id'],
  ['ten kilobytes', 'a'.repeat(10_000)],
  ['a thousand Russian letters', encodeURIComponent('я'.repeat(170))],
  ['NUL', '%00'],
  ['NUL inside', 'a%00b'],
  ['half of a pair', '%ED%A0%80'],
  ['no encoding', '%zz'],
  ['a cut encoding', '%E0%A4'],
  ['a way up', '..%2f..%2fetc%2fpasswd'],
  ['a backward way up', '..%5c..%5cwin.ini'],
  ['dots', '%2e%2e'],
  ['SQL', encodeURIComponent("' or 1=1; --")],
  ['a pattern', '%25'],
  ['a prototype', '__proto__'],
  ['zero', '0'],
  ['a negative number', '-1'],
  ['a huge number', '9'.repeat(60)],
  ['a face', '%F0%9F%92%A5'],
  ['a space', '%20'],
];

/** Values of a query, as they stand in the address. */
export const hostileQueries = [
  '',
  '-1',
  '0',
  '1.5',
  '1e9',
  'NaN',
  'Infinity',
  '9'.repeat(400),
  '999999',
  'x'.repeat(9_000),
  '%00',
  '%ED%A0%80',
  '%zz',
  '%25_%5C',
  encodeURIComponent("'; drop table users; --"),
  encodeURIComponent('& | ! :* ( ) <-> \\'),
  '2026-02-30',
  '2026-02-30T00:00:00Z',
  '0000-01-01',
  '%F0%9F%92%A5',
];

/** Yields bodies with one hostile field each, by the schema, including the fields of objects in lists. */
export function* hostileFields(schema: Schema | undefined, good: object): Generator<[name: string, json: string]> {
  for (const [field, inner] of Object.entries(shapeOf(schema))) {
    for (const [name, json] of hostileJson) yield [`${field} is ${name}`, withField(good, field, json)];
    for (const [below] of Object.entries(shapeOf(elementOf(inner)))) {
      for (const [name, json] of hostileJson) {
        yield [`${field}.${below} is ${name}`, withField(good, field, `[{"id":"1","${below}":${json}}]`)];
      }
    }
  }
  for (const [name, json] of hostileJson) yield [`an unknown field is ${name}`, withField(good, 'unknown', json)];
}

/** The names of a schema's fields. */
export function fieldsOf(schema: Schema | undefined): string[] {
  return Object.keys(shapeOf(schema));
}

function withField(good: object, field: string, json: string): string {
  const others = Object.entries(good).filter(([name]) => name !== field);
  const parts = others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{${[...parts, `${JSON.stringify(field)}:${json}`].join()}}`;
}

interface Definition {
  shape?: Record<string, Schema>;
  innerType?: Schema;
  element?: Schema;
}

/** Removes «optional», «nullable» and «catch» from a schema. */
function bare(schema: Schema | undefined): Definition {
  let definition = (schema?._zod.def ?? {}) as Definition;
  while (definition.innerType) definition = definition.innerType._zod.def as Definition;
  return definition;
}

function shapeOf(schema: Schema | undefined): Record<string, Schema> {
  return bare(schema).shape ?? {};
}

function elementOf(schema: Schema | undefined): Schema | undefined {
  return bare(schema).element;
}
