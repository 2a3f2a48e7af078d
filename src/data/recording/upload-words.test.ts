import { expect, test } from 'vitest';
import type { UploadView } from '#src/sync/index.ts';
import { uploadNote, uploadWords } from './upload-words.ts';

const mib = 1024 ** 2;
const view: UploadView = {
  id: '1',
  uploadId: 'u1',
  protocolId: '2',
  name: 'budget.mp4',
  size: 980 * mib,
  state: 'uploading',
  acknowledgedBytes: 408 * mib,
  sentBytes: 412 * mib,
  acknowledgedChunks: 52,
  totalChunks: 123,
  bytesPerSecond: 3.1 * mib,
  secondsLeft: 170,
  staged: false,
  keepTabOpen: false,
};

test('a running upload shows its amount, speed, time left and part', () => {
  expect(uploadWords(view)).toEqual({
    amount: '412 из 980\u00A0МБ',
    words: '3,1\u00A0МБ/с · осталось 3\u00A0мин · часть 53 из 123',
    tone: 'running',
  });
});

test.each([
  [{ state: 'paused' }, 'Пауза · часть 53 из 123', 'paused'],
  [
    { state: 'wait-net', staged: true },
    'Нет подключения · часть 53 из 123 · продолжится само, файл сохранён на устройстве',
    'paused',
  ],
  [{ state: 'failed', error: { code: 'empty_file', message: 'Файл пуст.' } }, 'Файл пуст.', 'bad'],
  [
    { state: 'uploading', bytesPerSecond: 0, secondsLeft: null, keepTabOpen: true },
    'часть 53 из 123 Держите вкладку открытой: на устройстве мало места.',
    'running',
  ],
  [
    { state: 'wait-server', error: { code: 'busy', message: 'Сервер занят.' }, nextAttemptAt: 21_000 },
    'Сервер занят · повтор через 20\u00A0секунд',
    'paused',
  ],
  [
    { state: 'wait-server', error: { code: 'protocol_unsent', message: 'Сначала протокол.' }, nextAttemptAt: 21_000 },
    'Сначала протокол.',
    'paused',
  ],
] as const)('%j', (change, words, tone) => {
  expect(uploadWords({ ...view, ...change }, 1_000)).toMatchObject({ words, tone });
});

test('the list has a shorter text, and none once the upload is done', () => {
  expect(uploadNote({ ...view, state: 'needs-file' })).toBe('Для загрузки нужно снова выбрать файл');
  // Of what was recorded here there is no file.
  expect(uploadNote({ ...view, state: 'needs-file', recorded: true })).toBe('Часть записи на устройстве не читается');
  expect(uploadNote(view)).toBe('Видео загружается: 412 из 980\u00A0МБ');
  expect(uploadNote({ ...view, state: 'wait-net' })).toBe('Ждёт отправки: 412 из 980\u00A0МБ');
  expect(uploadNote({ ...view, state: 'done' })).toBeUndefined();
});
