import { expect, test } from 'vitest';
import { stages } from '#contract/stage.ts';
import { faults, type UploadView } from '#src/sync/index.ts';
import { stageSentence, wantsVideo } from './stage-sentence.ts';

const facts = { upload: undefined, isWritten: false };

const upload = { state: 'uploading', sentBytes: 412 * 1024 ** 2, size: 980 * 1024 ** 2 } as UploadView;

test('every stage says what comes next, each in words of its own', () => {
  const said = stages.map((stage) => stageSentence({ ...facts, stage }));
  expect(new Set(said).size).toBe(stages.length);
  for (const sentence of said) expect(sentence).toMatch(/^[А-Я].*[а-яё]\.$/);
});

test('a protocol without a video no longer waits for one as soon as it has text', () => {
  const written = { stage: 'no_video', upload: undefined, isWritten: true } as const;
  expect(stageSentence(written)).toBe(
    'Протокол без видео. Когда он будет готов, завершите его; запись можно добавить до этого.',
  );
  expect([wantsVideo(written), wantsVideo({ ...written, isWritten: false })]).toEqual([false, true]);
  expect(wantsVideo({ ...written, isWritten: false, upload })).toBe(false);
});

test.each([
  ['uploading', 'Видео загружается: 412 из 980\u00A0МБ. Протокол можно писать уже сейчас.'],
  ['verifying', 'Видео проверяется на сервере. Протокол можно писать уже сейчас.'],
  ['wait-net', 'Ждёт отправки: 412 из 980\u00A0МБ. Протокол можно писать уже сейчас.'],
  [
    'paused',
    'Загрузка на паузе: 412 из 980\u00A0МБ. Продолжите её, когда будет удобно; протокол можно писать уже сейчас.',
  ],
  ['failed', 'Загрузка видео остановилась. Нажмите «Повторить» у видео или отмените её.'],
  ['needs-file', 'Для загрузки нужно снова выбрать файл. Нажмите «Выбрать файл снова» у видео или отмените загрузку.'],
  ['cancelling', 'Напишите протокол или добавьте запись встречи: завершить его можно и без видео.'],
] as const)('the sentence describes an upload in the state «%s»', (state, sentence) => {
  expect(stageSentence({ ...facts, stage: 'no_video', upload: { ...upload, state } })).toBe(sentence);
});

test('the sentence asks whether the new video may replace the recording', () => {
  const asking = { ...upload, state: 'failed', error: faults.oneRecording } as const;
  expect(stageSentence({ ...facts, stage: 'no_video', upload: asking })).toMatch(/заменить ли прежнюю запись/);
});
