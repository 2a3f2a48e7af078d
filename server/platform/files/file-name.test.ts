import { expect, test } from 'vitest';
import { cleanFileName } from './file-name.ts';

test.each([
  ['Отчёт за ноябрь.pdf', 'Отчёт за ноябрь.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\Анна\\смета.xlsx', 'смета.xlsx'],
  ['a\r\nSet-Cookie: x.txt', 'aSet-Cookie: x.txt'],
  ['счёт\u202efdp.exe', 'счётfdp.exe'],
  ['\u0438\u0306од.txt', 'йод.txt'],
  ['  .pdf ', 'Файл.pdf'],
  ['', 'Файл'],
  ['..', 'Файл'],
  ['👍🏽.png', '👍🏽.png'],
])('%j is kept as %j', (given, kept) => {
  expect(cleanFileName(given)).toBe(kept);
});

test('a long name is cut, but not its extension, and not inside a surrogate pair', () => {
  const name = cleanFileName(`${'👍'.repeat(300)}.docx`);
  expect(name).toBe(`${'👍'.repeat(150)}.docx`);
});
