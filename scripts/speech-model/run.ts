import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createEmbeddedSpeech, kindWords, SpeechFailure } from '#server/modules/recordings/index.ts';
import { ModelProblem } from './fetch-file.ts';
import { getModel, takeModel } from './install-model.ts';
import { recommended } from './recommended.ts';

const usage = `npm run speech:model -- get [--to ПАПКА]           скачать рекомендованную модель, ${recommended.name}
npm run speech:model -- --from ПАПКА [--to ПАПКА]  взять модель, которую принесли
npm run speech:model -- check [ПАПКА]              сказать, какая модель в папке, и проверить её`;

/** Checks an installed model and makes it recognise a sound, as the server will. */
async function check(folder: string): Promise<void> {
  const speech = createEmbeddedSpeech(folder);
  try {
    const { name, kind, size, licence, isRussian, writesMarks, files } = await speech.model();
    const facts = [
      `${name}: ${kindWords[kind]}, ${Math.round(size / 1024 ** 2)} МБ`,
      isRussian ? 'русский язык' : 'несколько языков, задан русский',
      `лицензия ${licence ?? 'не указана'}`,
      writesMarks ? 'знаки препинания пишет сама' : 'знаки препинания по правилам',
      files.vad ? 'silero VAD есть' : 'silero_vad.onnx нет: распознаётся всё, что не тихо',
    ];
    console.log(`${facts.join('; ')}.`);
    console.log(await speech.check(AbortSignal.timeout(10 * 60_000)));
  } finally {
    speech.close();
  }
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' }, to: { type: 'string' } },
  });
  const [what, where] = positionals;
  const usual = join(process.env.DATA_DIR || './data', 'speech-model');
  if (what === 'check') return check(resolve(where ?? process.env.SPEECH_MODEL ?? usual));
  const to = resolve(values.to ?? usual);
  if (values.from !== undefined)
    await takeModel(resolve(values.from), to, recommended, { tell: console.log, tryOut: check });
  else if (what === 'get') {
    await getModel(recommended, to, console.log);
    await check(to);
  } else {
    console.log(usage);
    process.exitCode = 1;
    return;
  }
  console.log(`Модель в папке ${to}\nЗадайте серверу SPEECH_MODEL=${to} и перезапустите его.`);
}

try {
  await run();
} catch (error) {
  if (!(error instanceof ModelProblem || error instanceof SpeechFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
