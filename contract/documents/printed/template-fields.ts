import { comparisonKey } from '#contract/text/comparison-key.ts';

/** A field of a template, typed as `{номер}`; a list has fields of its own, the first of which is the whole line. */
export interface TemplateField {
  name: string;
  /** Description for people. */
  words: string;
  fields?: readonly TemplateField[];
}

const people = (words: string): TemplateField['fields'] => [
  { name: 'человек', words },
  { name: 'номер', words: 'порядковый номер' },
  { name: 'имя', words: 'фамилия и инициалы' },
  { name: 'должность', words: 'должность' },
  { name: 'организация', words: 'организация' },
  { name: 'отметка', words: 'когда и как участвовал или почему не был' },
];

const votes: TemplateField = { name: 'голосование', words: 'как голосовали по вопросу' };

const tasks: TemplateField['fields'] = [
  { name: 'поручение', words: 'поручение так, как оно печатается: кому, до какого дня, что' },
  { name: 'номер', words: 'порядковый номер' },
  { name: 'что', words: 'что сделать' },
  { name: 'исполнитель', words: 'фамилия и инициалы' },
  { name: 'срок', words: 'срок: 20.12.2026' },
];

/** All fields of a protocol that a template can print. */
export const templateFields: readonly TemplateField[] = [
  { name: 'проект', words: '«Проект», пока протокол не подписан' },
  { name: 'утверждаю', words: '«УТВЕРЖДАЮ» с должностью, подписью и датой, если оно печатается' },
  { name: 'утверждает', words: 'кто утверждает: С. П. Иванов' },
  { name: 'должность_утверждающего', words: 'его должность' },
  { name: 'организация', words: 'организация' },
  { name: 'заголовок', words: 'заседания бюджетной комиссии, тема' },
  { name: 'тема', words: 'название протокола, как оно введено' },
  { name: 'номер', words: 'номер без знака №' },
  { name: 'дата', words: 'день встречи: 20 ноября 2026 г.' },
  { name: 'дата_цифрами', words: 'день встречи: 20.11.2026' },
  { name: 'начало', words: 'время начала: 10:00' },
  { name: 'окончание', words: 'время окончания: 11:30' },
  { name: 'место', words: 'место' },
  { name: 'председательствующий', words: 'фамилия, инициалы и должность, как участвовал' },
  { name: 'подпись_председательствующего', words: 'для подписи: С. П. Иванов' },
  { name: 'секретарь', words: 'фамилия и инициалы, как участвовал' },
  { name: 'подпись_секретаря', words: 'для подписи: А. А. Петрова' },
  { name: 'число_присутствовавших', words: 'сколько в списке присутствовавших: 17 человек' },
  { name: 'кворум', words: 'кворум, если для него есть правило' },
  {
    name: 'присутствовали',
    words: 'список присутствовавших, всегда целиком',
    fields: people('Иванов С. П. – директор (с 10:20)'),
  },
  { name: 'приглашённые', words: 'список приглашённых', fields: people('то же с организацией') },
  { name: 'отсутствовали', words: 'список отсутствовавших', fields: people('то же с причиной') },
  {
    name: 'вопросы',
    words: 'вопросы повестки по порядку',
    fields: [
      { name: 'вопрос', words: 'название вопроса' },
      { name: 'номер', words: 'номер вопроса' },
      { name: 'докладчик', words: 'фамилия, инициалы и должность' },
      { name: 'слушали', words: 'кого и о чём слушали, текст доклада' },
      { name: 'выступили', words: 'кто и что сказал' },
      {
        name: 'решения',
        words: 'решения и поручения вопроса по пунктам',
        fields: [
          { name: 'решение', words: 'текст пункта' },
          { name: 'номер', words: 'номер пункта: 1.2.' },
        ],
      },
      votes,
      { name: 'поручения', words: 'поручения вопроса', fields: tasks },
    ],
  },
  { name: 'поручения', words: 'все поручения протокола, и те, что стоят среди решений', fields: tasks },
  { name: 'прочие_поручения', words: 'поручения, которые не относятся ни к какому вопросу', fields: tasks },
  {
    name: 'приложения',
    words: 'приложенные файлы',
    fields: [
      { name: 'приложение', words: 'название, вопрос и число листов' },
      { name: 'номер', words: 'порядковый номер' },
    ],
  },
];

/** Prefix of a condition: its part of the template is printed if the field has a value. */
export const conditionPrefix = 'есть_';

/** Returns the key by which names in a template are compared: case, «ё» and spaces do not matter. */
export function fieldKey(name: string): string {
  return comparisonKey(name.trim()).replaceAll(/[\s_]+/gu, '_');
}

/** Returns the field of this name; undefined for an unknown one. */
export function findField(fields: readonly TemplateField[], name: string): TemplateField | undefined {
  const key = fieldKey(name);
  return fields.find((field) => fieldKey(field.name) === key);
}

/** Returns the field of a condition: «место» for «есть_место»; undefined if the name is not a condition. */
export function conditionOf(name: string): string | undefined {
  const key = fieldKey(name);
  return key.startsWith(conditionPrefix) ? key.slice(conditionPrefix.length) : undefined;
}
