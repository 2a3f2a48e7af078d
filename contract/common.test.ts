import { expect, test } from 'vitest';
import { requiredText } from './common.ts';

const name = requiredText(20);
const messages = (value: string) => name.safeParse(value).error?.issues.map(({ message }) => message);

test.each(['', ' \u00a0\t', '\u200b\u200d', '\u202e'])('%j counts as an empty text', (value) => {
  expect(messages(value)).toEqual(['Поле обязательно для заполнения']);
});

test.each(['—', '👍', ' Я '])('%j counts as a text and is trimmed', (value) => {
  expect(name.parse(value)).toBe(value.trim());
});
