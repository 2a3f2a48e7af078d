import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { SpeechFailure } from '../speech-failure.ts';

/** Type of a model, which determines how it is loaded. */
export type ModelKind = 'nemo-transducer' | 'nemo-ctc' | 'zipformer-transducer' | 'zipformer-ctc' | 'whisper';

/** A folder with a speech recognition model; paths are absolute. */
export type ModelFolder = {
  folder: string;
  kind: ModelKind;
  files: { encoder?: string; decoder?: string; joiner?: string; model?: string; tokens: string; vad?: string };
  /** Total size of its files in bytes. */
  size: number;
  name: string;
  licence: string | undefined;
  /** True for a model for Russian only; others know more languages. */
  isRussian: boolean;
  /** True if the model writes punctuation and capitals. */
  writesMarks: boolean;
  /** Changes whenever a file changes. */
  mark: string;
};

export const kindWords: Record<ModelKind, string> = {
  'nemo-transducer': 'NeMo Transducer',
  'nemo-ctc': 'NeMo CTC',
  'zipformer-transducer': 'Zipformer Transducer',
  'zipformer-ctc': 'Zipformer CTC',
  whisper: 'Whisper',
};

const get = 'Скачайте её заново командой npm run speech:model -- get';
/** Maximum size of a list of tokens. */
const maxTokens = 8 * 1024 ** 2;

/**
 * Determines the model in a folder from its file names and its list of tokens; nothing is loaded.
 * @throws SpeechFailure with the problems of the folder
 */
export async function readModelFolder(folder: string): Promise<ModelFolder> {
  return await lookThrough(folder).catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined ? error : unreadable(folder, error);
  });
}

/** Explains an error of the file system to an administrator. */
function unreadable(folder: string, { code, path = folder }: NodeJS.ErrnoException): SpeechFailure {
  const isFolder = path === folder;
  const [what, none] = isFolder
    ? [`Папка с моделью распознавания ${folder}`, `Папки с моделью распознавания нет: ${folder}.`]
    : [`Файл модели ${basename(path)}`, `Файл модели ${basename(path)} — ссылка на файл, которого нет. ${get}.`];
  if (code === 'ENOENT' || (isFolder && code === 'ENOTDIR')) return new SpeechFailure(none, false);
  const why = code === 'EACCES' || code === 'EPERM' ? 'у сервера нет прав на чтение' : code;
  return new SpeechFailure(`${what} не читается: ${why}.`, false);
}

async function lookThrough(folder: string): Promise<ModelFolder> {
  const names = (await readdir(folder)).sort();
  const tokensName = names.find((name) => /(^|[-_])tokens\.txt$/.test(name));
  const chosen = chooseFiles(names);
  if (Object.keys(chosen).length === 0) wrong(`В папке ${folder} нет модели распознавания. ${get}`);
  if (names.some((name) => /chunk|streaming/i.test(name))) {
    wrong('Эта модель распознаёт только поток с микрофона, а не записи. Нужна модель для записей');
  }
  if (!tokensName) return wrong(`В папке модели нет файла tokens.txt. ${get}`);
  const path = (name: string | undefined) => (name === undefined ? undefined : join(folder, name));
  const tokens = join(folder, tokensName);
  const vocabulary = await readVocabulary(tokens);
  const kind = kindOf(chosen, vocabulary);
  const { encoder, decoder, joiner, model } = chosen;
  const files = { ...pathsOf({ encoder, decoder, joiner, model }, path), tokens, ...pathsOf(findVad(names), path) };
  const { sizes: expectedSizes, ...facts } = await describeFolder(folder, names);
  const sizes = await Promise.all(Object.values(files).map((file) => stat(file)));
  for (const [name, bytes] of Object.entries(expectedSizes)) {
    const is = (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0;
    if (is !== bytes) wrong(`Файл модели ${name} не целый: ${is} байт из ${bytes}. ${get}`);
  }
  const letters = lettersOf(vocabulary);
  const knowsRussian = kind === 'whisper' ? !/\.en[-.]/.test(encoder ?? '') : letters.russian > 0;
  if (!knowsRussian) wrong('Эта модель не знает русского языка. Нужна модель для русской речи');
  return {
    folder,
    kind,
    files,
    size: sizes.reduce((sum, { size }) => sum + size, 0),
    ...facts,
    isRussian: kind !== 'whisper' && letters.russian > letters.latin,
    // Whisper's tokens are encoded; it always writes punctuation.
    writesMarks: kind === 'whisper' || /^▁?[.,]\s/m.test(vocabulary),
    mark: sizes.map(({ size, mtimeMs }) => `${size}:${mtimeMs}`).join(' '),
  };
}

type Chosen = { encoder?: string; decoder?: string; joiner?: string; model?: string };

/** If a file exists in several precisions, the smallest is used, which is also the fastest. */
function chooseFiles(names: readonly string[]): Chosen {
  const models = names.filter((name) => name.endsWith('.onnx') && !/vad/i.test(name));
  const find = (words: RegExp) => {
    const found = models.filter((name) => words.test(name));
    return found.find((name) => name.includes('int8')) ?? found[0];
  };
  const parts = { encoder: find(/encoder/i), decoder: find(/decoder/i), joiner: find(/join(er|t)/i) };
  if (parts.encoder && parts.decoder) return withoutUnset(parts);
  if (parts.encoder || parts.decoder || parts.joiner) return withoutUnset(parts);
  const model = find(/model|ctc/i) ?? models[0];
  return model === undefined ? {} : { model };
}

function findVad(names: readonly string[]): { vad?: string } {
  const vad = names.find((name) => /vad.*\.onnx$/i.test(name));
  return vad === undefined ? {} : { vad };
}

function kindOf({ encoder, decoder, joiner, model }: Chosen, vocabulary: string): ModelKind {
  // NeMo lists the blank token last, Zipformer first.
  const isBlankFirst = /^<(blk|eps|blank)>\s+0\s*$/m.test(vocabulary);
  if (model) return isBlankFirst ? 'zipformer-ctc' : 'nemo-ctc';
  if (!encoder || !decoder) wrong(`Модель в папке неполная: нет файла encoder или decoder. ${get}`);
  if (!joiner) {
    if (/<blk>/.test(vocabulary)) wrong(`Модель в папке неполная: нет файла joiner. ${get}`);
    return 'whisper';
  }
  return isBlankFirst ? 'zipformer-transducer' : 'nemo-transducer';
}

async function readVocabulary(path: string): Promise<string> {
  if ((await stat(path)).size > maxTokens) wrong(`Файл tokens.txt не похож на список слов модели. ${get}`);
  const text = await readText(path);
  if (!/^.*\S\s+\d+\s*$/m.test(text)) wrong(`Файл tokens.txt не похож на список слов модели. ${get}`);
  return text;
}

/** Returns the number of tokens with Russian and with Latin letters. */
function lettersOf(vocabulary: string): { russian: number; latin: number } {
  const tokens = vocabulary.replace(/<[^>]*>/g, '').split('\n');
  const count = (letters: RegExp) => tokens.filter((token) => letters.test(token)).length;
  return { russian: count(/[а-яё]/i), latin: count(/[a-z]/i) };
}

function pathsOf<Name extends string>(
  names: { [name in Name]?: string | undefined },
  path: (name: string | undefined) => string | undefined,
): { [name in Name]?: string } {
  const found = Object.entries(names).flatMap(([part, name]) => (name ? [[part, path(name as string)]] : []));
  return Object.fromEntries(found);
}

function withoutUnset(chosen: { [part in keyof Chosen]: string | undefined }): Chosen {
  return Object.fromEntries(Object.entries(chosen).filter(([, name]) => name !== undefined));
}

function wrong(cause: string): never {
  throw new SpeechFailure(`${cause}.`, false);
}

/** File that `npm run speech:model` writes beside a downloaded model. */
const factsFile = 'model.json';
const facts = z.looseObject({
  name: z.string(),
  licence: z.optional(z.string()),
  files: z.record(z.string(), z.number()),
});

/** Name and licence of a model, and the sizes of its files in bytes where they are known. */
type FolderFacts = { name: string; licence: string | undefined; sizes: Record<string, number> };

const licences: [words: RegExp, name: string][] = [
  [/non-?commercial/i, 'некоммерческая'],
  [/\bMIT License\b|Permission is hereby granted, free of charge/i, 'MIT'],
  [/Apache License/i, 'Apache 2.0'],
  [/Creative Commons Attribution 4\.0|CC[- ]BY[- ]4\.0/i, 'CC BY 4.0'],
];

/** Reads the description beside a model: the facts file of a downloaded one, else a licence. */
async function describeFolder(folder: string, names: readonly string[]): Promise<FolderFacts> {
  if (names.includes(factsFile)) {
    const text = await readText(join(folder, factsFile));
    const listed = facts.safeParse(parsed(text)).data;
    if (listed) return { name: listed.name, licence: listed.licence, sizes: listed.files };
  }
  const found = names.find((name) => /licen[cs]e/i.test(name) && /(\.md|\.txt|licen[cs]e)$/i.test(name));
  const text = found ? await readText(join(folder, found)) : '';
  const licence = licences.find(([words]) => words.test(text.slice(0, 20_000)))?.[1];
  return { name: basename(folder), licence, sizes: {} };
}

/** Reads a text file. Adds the path to errors, which lack it if the path is a folder. */
function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: Error) => {
    throw Object.assign(cause, { path });
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
