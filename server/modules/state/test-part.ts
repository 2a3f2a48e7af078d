import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { uuidv7 } from 'uuidv7';
import { type TestedPart, type TestResult, testMs } from '#contract/state/state.ts';
import { modelFailure } from '#server/modules/insights/index.ts';
import type { EmbeddedSpeech } from '#server/modules/recordings/index.ts';
import { untilAborted } from '#server/platform/jobs/index.ts';
import { mailPage } from '#server/platform/mail/index.ts';
import type { StateServices } from './read-state.ts';
import { testBackup, testDisk } from './test-server.ts';

/**
 * Tests a part by using it: sends a mail, recognises a sound, asks a question, writes and reads a file,
 * has a job done, looks for the last backup.
 * @param email recipient of the mail: the person who runs the test
 * @param testJobs has a job done; its queue is registered where the server starts
 */
export async function testPart(
  part: TestedPart,
  services: StateServices,
  email: string,
  testJobs: () => Promise<TestResult>,
): Promise<TestResult> {
  switch (part) {
    case 'mail':
      return testMail(services, email);
    case 'speech':
      return testSpeech(services);
    case 'model':
      return testModel(services);
    case 'storage':
      return testStorage(services);
    case 'disk':
      return testDisk(services);
    case 'jobs':
      return testJobs();
    case 'backup':
      return testBackup(services);
  }
}

async function testMail({ mailer }: StateServices, to: string): Promise<TestResult> {
  const subject = 'Проверка почты';
  const body = ['Это проверочное письмо «Протокола». Раз оно пришло, почта работает.'];
  try {
    await inTime(mailer.sendNow({ to, subject, ...mailPage({ title: subject, body }) }));
  } catch (error) {
    return failed(`Письмо на ${to} не отправлено: ${errorMessage(error)}`);
  }
  if (!mailer.isConnected) {
    return failed('Почта не подключена: письмо сохранено на сервере, в папке mail рядом с данными, и никуда не ушло.');
  }
  return worked(`Письмо на ${to} принято почтовым сервером. Проверьте, что оно пришло.`);
}

async function testSpeech({ elsewhere, speech, config }: StateServices): Promise<TestResult> {
  if (!speech) return failed('Распознавание речи не подключено.');
  if (elsewhere) return elsewhere.test();
  if (speech.place === 'machine') return testModelHere(speech);
  const folder = join(config.dataDir, 'work');
  const path = join(folder, `test-${uuidv7()}.wav`);
  const signal = AbortSignal.timeout(testMs);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path, silence());
    await speech.transcribe(path, '', signal);
    return worked('Служба распознавания приняла запись и ответила.');
  } catch (error) {
    return failed(signal.aborted ? 'Служба распознавания не ответила за 40 секунд.' : errorMessage(error));
  } finally {
    await rm(path, { force: true });
  }
}

export async function testModelHere(speech: EmbeddedSpeech): Promise<TestResult> {
  try {
    return worked(await speech.check(AbortSignal.timeout(testMs)));
  } catch (error) {
    return failed(errorMessage(error));
  }
}

async function testModel({ model }: StateServices): Promise<TestResult> {
  if (!model) return failed('Языковая модель не подключена.');
  const signal = AbortSignal.timeout(testMs);
  try {
    await model.ask('Ответь одним объектом JSON: {"ok": true}', 'Проверка связи.', (json) => json, signal);
    return worked('Языковая модель ответила.');
  } catch (error) {
    return failed(`Языковая модель ${signal.aborted ? 'не ответила за 40 секунд' : await modelFailure(error)}.`);
  }
}

async function testStorage({ storage }: StateServices): Promise<TestResult> {
  const key = `tests/${uuidv7()}`;
  const written = randomBytes(1024);
  try {
    await inTime(storage.put(key, written));
    const isSame = (await inTime(storage.read(key).then(buffer))).equals(written);
    return isSame
      ? worked('Файл записан, прочитан и удалён.')
      : failed('Хранилище вернуло не то, что в него записано.');
  } catch (error) {
    return failed(`Хранилище не приняло файл: ${errorMessage(error)}`);
  } finally {
    await storage.remove(key).catch(() => undefined);
  }
}

/** Rejects with a message if the work takes too long; the work itself may still finish. */
function inTime<T>(work: Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(testMs);
  return untilAborted(work, signal).catch((error: unknown) => {
    throw signal.aborted ? new Error('ответа нет 40 секунд') : error;
  });
}

const worked = (words: string): TestResult => ({ works: true, words });
const failed = (words: string): TestResult => ({ works: false, words });

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const sampleRate = 16_000;

/** Returns a second of silence as WAV: 16-bit, mono. */
function silence(): Buffer {
  const head = Buffer.alloc(44);
  const size = sampleRate * 2;
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + size, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(size, 40);
  return Buffer.concat([head, Buffer.alloc(size)]);
}
