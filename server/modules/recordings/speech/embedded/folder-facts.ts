import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';

/** File that `npm run speech:model` writes beside a downloaded model. */
export const factsFile = 'model.json';
const facts = z.looseObject({
  name: z.string(),
  licence: z.optional(z.string()),
  files: z.record(z.string(), z.number()),
});

/** Name and licence of a model, and the sizes of its files in bytes where they are known. */
export type FolderFacts = { name: string; licence: string | undefined; sizes: Record<string, number> };

const licences: [words: RegExp, name: string][] = [
  [/non-?commercial/i, 'некоммерческая'],
  [/\bMIT License\b|Permission is hereby granted, free of charge/i, 'MIT'],
  [/Apache License/i, 'Apache 2.0'],
  [/Creative Commons Attribution 4\.0|CC[- ]BY[- ]4\.0/i, 'CC BY 4.0'],
];

/** Reads the description beside a model: the facts file of a downloaded one, else a licence. */
export async function describeFolder(folder: string, names: readonly string[]): Promise<FolderFacts> {
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
export function readText(path: string): Promise<string> {
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
