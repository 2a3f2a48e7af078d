import { expect, test } from 'vitest';
import { deviceFault } from './device-fault.ts';

const fault = (name: string) => new DOMException('no', name);

test.each([
  ['NotAllowedError', 'sound', [], /^Доступ к микрофону запрещён\. Нажмите значок/],
  ['NotAllowedError', 'video', [], /^Доступ к камере и микрофону запрещён/],
  ['NotAllowedError', 'video', ['camera'], /^Доступ к камере запрещён/],
  ['NotAllowedError', 'video', ['microphone'], /^Доступ к микрофону запрещён/],
  ['NotFoundError', 'sound', [], /^Микрофон не найден/],
  ['NotFoundError', 'video', [], /запишите только звук\.$/],
  ['NotReadableError', 'sound', [], /^Микрофон занят другой программой/],
  ['NotReadableError', 'video', [], /^Камера или микрофон заняты/],
  ['SecurityError', 'sound', [], /запрещена его настройками/],
  ['NotSupportedError', 'video', [], /не умеет записывать/],
  ['UnknownError', 'video', [], /^Запись не началась/],
] as const)('%s of %s, %s forbidden, says what happened and what to do', (name, mode, denied, words) => {
  expect(deviceFault(fault(name), mode, denied)).toMatch(words);
});
