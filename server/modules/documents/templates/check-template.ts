import type PizZip from 'pizzip';
import {
  conditionOf,
  fieldKey,
  findField,
  type TemplateField,
  templateFields,
} from '#contract/documents/printed/template-fields.ts';
import { editDistance } from '#server/platform/text/index.ts';
import { readTemplate, type TemplateTag, tagsOf } from './read-template.ts';
import { paragraphTexts, pieceInParagraph, placeOf, type TemplateParts, templateParts } from './template-places.ts';
import { TemplateRefusal } from './template-problems.ts';

/** More problems than a person would fix in one go. */
const maxProblems = 20;

/** Templates have a few dozen fields; with very many the library takes minutes. */
const maxFields = 1_000;
const tooManyFields = `В шаблоне больше ${maxFields.toLocaleString('ru')} полей: уберите лишние`;

const noFields = 'В файле нет ни одного поля: впишите их в фигурных скобках, например {номер}, или начните с образца';

/** Throws a TemplateRefusal that lists every problem of a template's fields with its place. */
export function checkFields(zip: PizZip): void {
  // The library changes the parts while it reads them, so places are looked up in the originals.
  const original = templateParts(zip);
  const braces = [...original.values()]
    .flatMap(paragraphTexts)
    .reduce((sum, text) => sum + text.split('{').length - 1, 0);
  if (braces > maxFields) throw new TemplateRefusal([tooManyFields]);
  const parts = tagsOf(readOrRefuse(zip, original));
  if (parts.every(({ tags }) => tags.length === 0)) throw new TemplateRefusal([noFields]);
  const problems = parts.flatMap(({ part, tags }) => {
    const levels = { own: templateFields, outer: [] };
    return tags.flatMap((tag) => wrongWith(tag, levels, (piece) => placeOf(original, part, piece)));
  });
  refuseFor(problems);
}

/** Fields of the list that a tag is in, and those of the enclosing lists and the protocol. */
type Levels = { own: readonly TemplateField[]; outer: readonly (readonly TemplateField[])[] };

type Place = (piece: string) => string;

function wrongWith(tag: TemplateTag, levels: Levels, place: Place): string[] {
  const { name, kind, inner } = tag;
  const written = `{${kind === 'section' ? (tag.inverted ? '^' : '#') : kind === 'raw' ? '@' : ''}${name}}`;
  const where = comma(place(written));
  const at = `${written}${where}`;
  if (kind === 'raw') return [`Поля со знаком @ не принимаются: ${at}`];
  const all = [levels.own, ...levels.outer];
  const condition = kind === 'section' ? conditionOf(name) : undefined;
  const field = all.map((fields) => findField(fields, condition ?? name)).find(Boolean);
  if (!field) {
    const list = listWith(templateFields, condition ?? name);
    if (list) return [`Поле ${written} бывает только внутри {#${list.name}}…{/${list.name}}${where}`];
    const similar = similarField(name, all.flat());
    return [`Неизвестное поле ${at}${similar ? `; похоже на {${similar}}` : ''}`];
  }
  const isRepeated = kind === 'section' && condition === undefined && field.fields && !tag.inverted;
  if (!isRepeated) return inner.flatMap((each) => wrongWith(each, levels, place));
  // A list inside another one would be printed once for each of its rows.
  if (!levels.own.includes(field))
    return [`Список ${written} стоит внутри другого списка, вынесите его наружу${where}`];
  const within = { own: field.fields ?? [], outer: all };
  return inner.flatMap((each) => wrongWith(each, within, place));
}

/** Returns the first list that has a field of this name. */
function listWith(fields: readonly TemplateField[], name: string): TemplateField | undefined {
  for (const field of fields) {
    if (!field.fields) continue;
    if (findField(field.fields, name)) return field;
    const inner = listWith(field.fields, name);
    if (inner) return inner;
  }
  return undefined;
}

function readOrRefuse(zip: PizZip, original: TemplateParts) {
  try {
    return readTemplate(zip);
  } catch (error) {
    const all = errorsOf(error);
    // «{{номер}}» is reported once, at its opening braces.
    const isTwice = all.some(({ id }) => id === 'duplicate_open_tag');
    const errors = all.filter(({ id }) => !isTwice || id !== 'duplicate_close_tag');
    throw errors.length > 0
      ? new TemplateRefusal(once(errors.map((each) => templateErrorWords(each, original))))
      : error;
  }
}

type LibraryError = { id?: string; xtag?: string; file?: string; openingtag?: string; closingtag?: string };

/** Returns the library's errors about a template; empty if the error did not come from the library. */
function errorsOf(error: unknown): LibraryError[] {
  const { properties } = error as { properties?: LibraryError & { errors?: { properties?: LibraryError }[] } };
  if (!properties) return [];
  return properties.errors?.flatMap((each) => each.properties ?? []) ?? [properties];
}

function templateErrorWords({ id = '', xtag = '', file = '', ...pair }: LibraryError, parts: TemplateParts): string {
  const at = (piece: string) => comma(placeOf(parts, file, piece));
  const short = xtag.slice(0, 60);
  if (id === 'unclosed_tag') {
    const piece = pieceInParagraph(parts, file, `{${short}`);
    return `Скобка не закрыта: ${piece}${at(piece)}`;
  }
  if (id === 'unopened_tag') return `Лишняя закрывающая скобка: ${short}}${at(`${xtag}}`)}`;
  if (id === 'duplicate_open_tag' || id === 'duplicate_close_tag')
    return `Скобки стоят по две, нужна одна: ${short}${at(xtag)}`;
  if (id === 'unclosed_loop')
    return `Список не закрыт: {#${short}}${at(`{#${xtag}}`)}. Добавьте в его конце {/${short}}`;
  if (id === 'unopened_loop') return `Закрыт список, который не начат: {/${short}}${at(`{/${xtag}}`)}`;
  if (id === 'closing_tag_does_not_match_opening_tag') {
    const { openingtag = '', closingtag = '' } = pair;
    return `Список {#${openingtag}} закрыт как {/${closingtag}}${at(`{/${closingtag}}`)}`;
  }
  if (id === 'loop_position_invalid' || id === 'unbalanced_loop_tags')
    return `Начало и конец списка {#${short}} стоят в разных местах${at(`{#${xtag}}`)}: поставьте оба в одну таблицу или вне её`;
  if (id.startsWith('raw_xml')) return `Поля со знаком @ не принимаются: {@${short}}${at(`{@${xtag}`)}`;
  return `Поля в шаблоне не читаются${short ? ` около ${short}` : ''}${at(xtag)}`;
}

function refuseFor(problems: readonly string[]): void {
  if (problems.length > 0) throw new TemplateRefusal(once(problems));
}

function once(problems: readonly string[]): string[] {
  const all = [...new Set(problems)];
  const rest = all.length - maxProblems;
  return rest > 0 ? [...all.slice(0, maxProblems), `И ещё ошибок: ${rest}`] : all;
}

const comma = (place: string) => place && `\u00a0— ${place}`;

/** Returns the known name that a person probably meant; undefined if none is close. */
function similarField(name: string, fields: readonly TemplateField[]): string | undefined {
  const key = fieldKey(name).slice(0, 60);
  const most = key.length < 4 ? 1 : Math.max(2, Math.floor(key.length / 3));
  const near = fields
    .map((field) => ({ name: field.name, distance: editDistance(key, fieldKey(field.name)) }))
    .sort((one, other) => one.distance - other.distance)[0];
  return near && near.distance <= most ? near.name : undefined;
}
