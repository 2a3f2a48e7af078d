import { expect, test } from 'vitest';
import { stages } from '#contract/stage.ts';
import { stageSentence, wantsVideo } from './stage-sentence.ts';

const facts = { isUploading: false, isWritten: false };

test('every stage says what comes next, each in words of its own', () => {
  const said = stages.map((stage) => stageSentence({ ...facts, stage }));
  expect(new Set(said).size).toBe(stages.length);
  for (const sentence of said) expect(sentence).toMatch(/^[А-Я].*[а-яё]\.$/);
});

test('without a video nothing waits for one as soon as something is written', () => {
  const written = { stage: 'no_video', isUploading: false, isWritten: true } as const;
  expect(stageSentence(written)).toBe(
    'Протокол без видео. Когда он написан, завершите его; запись можно добавить до этого.',
  );
  expect([wantsVideo(written), wantsVideo({ ...written, isWritten: false })]).toEqual([false, true]);
  expect(stageSentence({ ...written, isUploading: true })).toBe('Видео загружается. Протокол можно писать уже сейчас.');
});
