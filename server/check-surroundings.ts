import { readModelFolder, SpeechFailure } from '#server/modules/recordings/index.ts';
import { findProgram } from '#server/platform/media/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';
import { type Config, StartError } from './config.ts';

/**
 * Looks for the programs that process videos. Throws a StartError for a path that leads nowhere.
 * @returns what to say where they are only not installed: the server works without them
 */
export async function checkPrograms({ tools }: Config): Promise<string | undefined> {
  const named = { FFMPEG_PATH: tools.ffmpeg, FFPROBE_PATH: tools.ffprobe };
  for (const [variable, name] of Object.entries(named)) {
    if (await findProgram(name)) continue;
    if (name.includes('/')) {
      throw new StartError(`Неверная настройка ${variable} («${name}»): программы там нет или её нельзя запустить.`);
    }
    return `Не найдена программа ${name}: видео принимаются, но не обрабатываются, пока не установлен ffmpeg.`;
  }
  return undefined;
}

/** Asks the storage for a file, whichever it is. Throws a StartError where an object storage cannot be used. */
export async function checkStorage({ storageUrl }: Config, storage: Storage): Promise<void> {
  try {
    await storage.size('check');
  } catch (cause) {
    if (storageUrl === undefined) throw cause;
    const reason = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause);
    throw new StartError(`Хранилище из STORAGE_URL не отвечает или не принимает ключи доступа (${reason}).`, { cause });
  }
}

/**
 * Looks into the folder of the speech model, without loading it.
 * @returns what is wrong with it: the server works without, and it may be mended while it runs
 */
export async function checkSpeechModel({ speechModel }: Config): Promise<string | undefined> {
  if (speechModel === undefined) return undefined;
  try {
    await readModelFolder(speechModel);
    return undefined;
  } catch (error) {
    if (!(error instanceof SpeechFailure)) throw error;
    return `Распознавание речи не работает (SPEECH_MODEL). ${error.message}`;
  }
}
