import { expect, test } from 'vitest';
import { jobWords } from './job-words.ts';

test('the job that tests the jobs is told in words too', () => {
  expect(jobWords['test-jobs']).toBe('Проверка фоновых заданий');
});
