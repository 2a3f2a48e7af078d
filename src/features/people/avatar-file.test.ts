import { expect, test } from 'vitest';
import { avatarProblem } from './avatar-file.ts';

const mebibyte = 1024 * 1024;
const picture = { name: 'я.png', type: 'image/png', size: 15 * mebibyte };

test.each(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])('%s of 15 MiB may be a photo', (type) => {
  expect(avatarProblem({ ...picture, type })).toBeUndefined();
});

test('an unsuitable file gets the reason', () => {
  expect(avatarProblem({ ...picture, size: 0 })).toBe('Файл «я.png» пуст. Выберите другой.');
  expect(avatarProblem({ ...picture, name: 'договор.pdf', type: 'application/pdf' })).toBe(
    '«договор.pdf» не подходит: нужна картинка PNG, JPEG, WebP или GIF.',
  );
  expect(avatarProblem({ ...picture, type: 'image/svg+xml' })).toContain('не подходит');
  expect(avatarProblem({ ...picture, size: 20 * mebibyte })).toBe(
    '«я.png»\u00a0— 20\u00a0МБ. Выберите картинку не больше 15\u00a0МБ.',
  );
});
