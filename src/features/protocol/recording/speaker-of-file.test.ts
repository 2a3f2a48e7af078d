import { expect, test } from 'vitest';
import { speakerOfFile } from './speaker-of-file.ts';

const members = [{ name: 'Петрова Анна Сергеевна' }, { name: 'Иванов\u00A0И.\u00A0И.' }, { name: null }];

test.each([
  ['audioПетроваАнна21234567890.m4a', 'Петрова Анна Сергеевна', true],
  ['audioИванИванов112345.m4a', 'Иванов\u00A0И.\u00A0И.', true],
  ['audioСидорПетрович3.m4a', 'Сидор Петрович', true],
  ['Audio only - Петрова.m4a', 'Петрова Анна Сергеевна', true],
  ['audio_only_Салтыков-Щедрин М. Е.m4a', 'Салтыков-Щедрин М. Е', true],
  ['audio_only.m4a', '', false],
  ['audio1234567.m4a', '', false],
  ['Аудио совещания.m4a', '', false],
  ['audiobook.mp3', '', false],
  ['audio part 2.mp3', '', false],
  ['2-петрова_0042.flac', 'Петрова Анна Сергеевна', false],
  ['Доклад Иванова.mp4', '', false],
  ['Совещание 12.mp4', '', false],
  ['.m4a', '', false],
])('finds the speaker of %s', (name, speaker, isOwnFile) => {
  expect(speakerOfFile(name, members)).toEqual({ speaker, isOwnFile });
});

test('namesakes are told apart by the given name, else nobody is guessed', () => {
  const twins = [...members, { name: 'Петрова Ольга' }];
  expect(speakerOfFile('audioПетроваОльга1.m4a', twins).speaker).toBe('Петрова Ольга');
  expect(speakerOfFile('Петрова.m4a', twins).speaker).toBe('');
});
