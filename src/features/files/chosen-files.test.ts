import { expect, test } from 'vitest';
import { addFiles } from './chosen-files.ts';

const file = (name: string, size = 3) => new File([new Uint8Array(size)], name, { lastModified: 1 });

test('files are added in their order, the same one once', () => {
  const agenda = file('повестка.pdf');
  const { files, refused } = addFiles([agenda], [file('план.docx'), file('повестка.pdf')]);
  expect(files.map(({ name }) => name)).toEqual(['повестка.pdf', 'план.docx']);
  expect(refused).toEqual([]);
});

test('the same file picked again replaces the earlier one, which may no longer be readable', () => {
  const [old, fresh] = [file('повестка.pdf'), file('повестка.pdf')];
  expect(addFiles([old, file('план.docx')], [fresh]).files[0]).toBe(fresh);
});

test('an empty, a large and an eleventh file are refused with a reason, the others stay', () => {
  const large = file('запись.zip', 25 * 1024 * 1024 + 1);
  expect(addFiles([], [file('пусто.txt', 0), large, file('план.docx')])).toEqual({
    files: [expect.objectContaining({ name: 'план.docx' })],
    refused: ['Файл «пусто.txt» пустой.', expect.stringMatching(/^Файл «запись.zip» больше 25.МБ\.$/)],
  });
  const ten = Array.from({ length: 10 }, (_, index) => file(`${index}.txt`));
  const { files, refused } = addFiles(ten, [file('одиннадцатый.txt'), file('двенадцатый.txt')]);
  expect(files).toEqual(ten);
  expect(refused).toEqual(['За один раз можно добавить не больше 10\u00A0файлов.']);
});

test('kinds of files that our server refuses are reported before anything is sent', () => {
  const { files, refused } = addFiles([], [file('Смета.XLSX'), file('счёт\u202efdp.exe'), file('папка')], true);
  expect(files.map(({ name }) => name)).toEqual(['Смета.XLSX']);
  expect(refused).toEqual([
    expect.stringMatching(/^Файл «счётfdp\.exe» не принимается: подходят документы/),
    expect.stringMatching(/^Файл «папка» не принимается/),
  ]);
});
