import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';

/** What `npm run speech:model` writes beside a model that it fetched. */
export const factsFile = 'model.json';
const facts = z.looseObject({
  name: z.string(),
  licence: z.optional(z.string()),
  files: z.record(z.string(), z.number()),
});

/** The name of a model, its licence, and the bytes of its files where that is known. */
export type FolderFacts = { name: string; licence: string | undefined; sizes: Record<string, number> };

const licences: [words: RegExp, name: string][] = [
  [/non-?commercial/i, 'некоммерческая'],
  [/\bMIT License\b|Permission is hereby granted, free of charge/i, 'MIT'],
  [/Apache License/i, 'Apache 2.0'],
  [/Creative Commons Attribution 4\.0|CC[- ]BY[- ]4\.0/i, 'CC BY 4.0'],
];

/** Reads what lies beside a model: the facts of one that was fetched, else a licence. */
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

/** A failure names the file: one of a read does not, where a folder has its name. */
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
