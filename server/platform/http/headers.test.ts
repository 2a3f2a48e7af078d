import { expect, test } from 'vitest';
import { contentDisposition } from './headers.ts';

test('a Russian name goes into filename*, with one in ASCII beside it', () => {
  expect(contentDisposition('attachment', 'Ур"а (1).mp4')).toBe(
    `attachment; filename="____ (1).mp4"; filename*=UTF-8''%D0%A3%D1%80%22%D0%B0%20%281%29.mp4`,
  );
});
