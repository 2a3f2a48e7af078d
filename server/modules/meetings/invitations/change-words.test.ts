import { expect, test } from 'vitest';
import { changeWords, valueChange } from './change-words.ts';

const [one, two] = ['https://one.example.ru/a', 'https://two.example.ru/b'];
const words = (...changes: (ReturnType<typeof valueChange> | undefined)[]) =>
  changeWords(changes.flatMap((change) => change ?? []));

test('a link stands at the end of a line of its own, so that mail programs take nothing else into it', () => {
  expect(words(valueChange('link', one, two))).toBe(`Изменена ссылка для подключения:\nбыло — ${one}\nстало — ${two}`);
  expect(words(valueChange('place', 'Зал 2', 'Зал 3'), valueChange('link', one, two))).toBe(
    [
      'Изменены место и ссылка для подключения:',
      'Место: было — «Зал 2»; стало — «Зал 3»',
      'Ссылка для подключения:',
      `было — ${one}`,
      `стало — ${two}`,
    ].join('\n'),
  );
});

test('what was added or taken away agrees with its name', () => {
  expect(words(valueChange('link', '', two))).toBe(
    `Изменена ссылка для подключения:\nраньше не была указана\nстало — ${two}`,
  );
  expect(words(valueChange('link', one, ''))).toBe(
    `Изменена ссылка для подключения:\nбыло — ${one}\nбольше не указана`,
  );
  expect(words(valueChange('place', '', 'Зал 3'))).toBe('Изменено место: раньше не было указано; стало — «Зал 3»');
  expect(words(valueChange('place', 'Зал 3', ''))).toBe('Изменено место: было — «Зал 3»; больше не указано');
});
