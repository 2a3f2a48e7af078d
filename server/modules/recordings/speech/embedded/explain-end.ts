import { SpeechFailure } from '../speech-failure.ts';
import { type ProcessEnd, ProcessEnded } from './recogniser-process.ts';

const again = 'Повторите обработку.';
const fetchAnew = 'Администратору: скачайте модель заново командой npm run speech:model -- get.';
const broken = `Модель распознавания не загружается: её файлы повреждены или не подходят друг к другу. ${fetchAnew}`;
const noLibrary = `Встроенное распознавание речи не работает на этой системе (${process.platform}, ${process.arch}). Администратору: задайте TRANSCRIBE_URL.`;
const gigabyte = 1024 ** 3;

/**
 * Explains in Russian why the recogniser gave no answer.
 * @param during whether it was loading the model or working
 * @param maxMemory maximum memory in bytes
 */
export function explainEnd(error: unknown, during: 'load' | 'work', maxMemory: number): SpeechFailure {
  const message = error instanceof Error ? error.message : String(error);
  const end = error instanceof ProcessEnded ? error.end : undefined;
  const mayPass = end !== undefined && end.why !== 'memory' && during === 'work';
  // A loaded model that dies of this piece, or rejects it.
  const ofPiece = during === 'work' && (end ? end.why === 'died' || end.why === 'late' : !/alloc/i.test(message));
  return new SpeechFailure(words(message, end, { during, maxMemory }), mayPass, { ofPiece, cause: error });
}

function words(
  message: string,
  end: ProcessEnd | undefined,
  { during, maxMemory }: { during: 'load' | 'work'; maxMemory: number },
): string {
  // The library may report a lack of memory itself and survive.
  if (end?.why === 'memory' || (!end && /alloc/i.test(message))) {
    const limit = (maxMemory / gigabyte).toLocaleString('ru', { maximumFractionDigits: 1 });
    return `Распознаванию речи не хватило памяти: ему отведено ${limit}\u00A0ГБ. Нужна модель меньше.`;
  }
  if (end?.why === 'late') return `Распознавание речи не ответило вовремя и прервано. ${again}`;
  if (end?.why === 'closed') return `Распознавание речи прервано. ${again}`;
  // When memory runs out, the system kills the process that uses most of it.
  if (end?.signal === 'SIGKILL') {
    return `Распознавание речи прервала система: скорее всего, ей не хватило памяти. ${again}`;
  }
  if (during === 'load')
    return /Could not find sherpa-onnx|ERR_DLOPEN|Cannot find pack/i.test(message) ? noLibrary : broken;
  // The model loads, but does not accept this kind of sound.
  if (/invalid dimensions|onnxruntime|non-zero status code/i.test(message)) return broken;
  return `Распознавание речи прервалось. ${again}`;
}
