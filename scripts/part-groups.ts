import { parse, resolve } from 'node:path';
import { normalizePath, type Rolldown } from 'vite';

// Which modules of the app go into one chunk. A start pays for every file, and a first visit for every byte that its
// screen does not need.

type Links = { importedIds: string[]; dynamicallyImportedIds: string[] };
type LinksOf = (id: string) => Links | null;

const inSource = (file: string) => normalizePath(resolve('src', file));
const router = inSource('app/router.tsx');
const firstShown = ['app/protected-area.tsx', 'features/protocol/list/protocol-list-screen.tsx'].map(inSource);
const signedOut = [
  'features/session/reset-request-screen.tsx',
  'features/session/new-password-screen.tsx',
  'app/not-found-screen.tsx',
].map(inSource);
const screensThatShare = 6;
const ownSource = inSource('');
const inContract = normalizePath(resolve('contract'));
const isIcon = (id: string) => id.includes('/lucide-react/dist/esm/icons/');
/** A file of the app or an icon, no library. */
const isLight = (id: string) => isIcon(id) || [ownSource, inContract].some((folder) => id.startsWith(folder));
let outside: Set<string> | undefined;
let parts: Map<string, string> | undefined;
let shared: Set<string> | undefined;
let screens: Map<string, string> | undefined;

/** Parts that the sign-in screen loads later stay separate, each by its name: a first visit must not load the rest. */
function partOf(id: string, linksOf: LinksOf): string | null {
  parts ??= findParts(linksOf);
  return parts.get(id) ?? null;
}

function findParts(linksOf: LinksOf): Map<string, string> {
  const entry = [...neededBy(inSource('main.tsx'), linksOf)].filter((id) => id !== router);
  const roots = entry.flatMap((id) => linksOf(id)?.dynamicallyImportedIds ?? []);
  const sets = roots.map((root) => ({ name: parse(root).name, ids: neededBy(root, linksOf) }));
  const found = new Map<string, string>();
  // The smaller part gets the modules that both need, so that it does not depend on the larger.
  for (const { name, ids } of sets.sort((one, other) => one.ids.size - other.ids.size)) {
    for (const id of ids) if (!found.has(id)) found.set(id, name);
  }
  return found;
}

/** The screens for people who are not signed in: a link from a mail must not load the shell. */
function outsideOf(id: string, linksOf: LinksOf): string | null {
  outside ??= new Set(signedOut.flatMap((root) => [...neededBy(root, linksOf)]));
  return outside.has(id) ? 'signed-out' : null;
}

/**
 * What a start from the device shows first, the shell and the list of protocols, and what `screensThatShare` screens
 * share.
 */
function sharedOf(id: string, linksOf: LinksOf): string | null {
  shared ??= findShared(linksOf);
  return shared.has(id) ? 'signed-in' : null;
}

function findShared(linksOf: LinksOf): Set<string> {
  const found = new Set(firstShown.flatMap((root) => [...neededBy(root, linksOf)]));
  const counts = countNeeds(linksOf(router)?.dynamicallyImportedIds ?? [], linksOf);
  for (const [id, count] of counts) if (count >= screensThatShare) found.add(id);
  // The app's own modules are small: a separate file costs more than it saves, unless it brings a library along.
  const there = new Set([...found, ...neededBy(inSource('main.tsx'), linksOf)]);
  const isSmall = (id: string) => there.has(id) || isLight(id);
  for (const [id, count] of counts)
    if (count > 1 && isLight(id) && [...neededBy(id, linksOf)].every(isSmall)) found.add(id);
  // An icon is smaller than the headers of its request.
  for (const [id, count] of countNeeds(fetchedApart(linksOf), linksOf)) if (count > 1 && isIcon(id)) found.add(id);
  return found;
}

/**
 * Modules that are reached through one screen alone and loaded with it form its part; its dialogs, loaded later, use
 * it, too.
 */
function screenOf(id: string, linksOf: LinksOf): string | null {
  screens ??= findScreens(linksOf);
  return screens.get(id) ?? null;
}

function findScreens(linksOf: LinksOf): Map<string, string> {
  const found = new Map<string, string>();
  for (const screen of linksOf(router)?.dynamicallyImportedIds ?? []) {
    const elsewhere = reachedFrom(inSource('main.tsx'), linksOf, screen);
    for (const id of neededBy(screen, linksOf)) if (!elsewhere.has(id)) found.set(id, parse(screen).name);
  }
  return found;
}

/** Returns, for each module, how many of the roots need it. */
function countNeeds(roots: Iterable<string>, linksOf: LinksOf): Map<string, number> {
  const counts = new Map<string, number>();
  for (const root of roots) for (const id of neededBy(root, linksOf)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Returns every module that is loaded on demand: screens, dialogs, heavy fields. */
function fetchedApart(linksOf: LinksOf): Set<string> {
  const found = new Set<string>();
  for (const id of reachedFrom(inSource('main.tsx'), linksOf))
    for (const next of linksOf(id)?.dynamicallyImportedIds ?? []) found.add(next);
  return found;
}

/** Returns all modules that can be reached, by static or dynamic imports, without passing through `avoided`. */
function reachedFrom(start: string, linksOf: LinksOf, avoided?: string): Set<string> {
  const found = new Set([start]);
  for (const id of found) {
    const links = linksOf(id);
    for (const next of [...(links?.importedIds ?? []), ...(links?.dynamicallyImportedIds ?? [])])
      if (next !== avoided) found.add(next);
  }
  return found;
}

function neededBy(start: string, linksOf: LinksOf): Set<string> {
  const found = new Set([start]);
  for (const id of found) for (const next of linksOf(id)?.importedIds ?? []) found.add(next);
  return found;
}

/** Groups of `codeSplitting`, highest priority first: a module belongs to the first one that names it. */
export const partGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'entry', tags: ['$initial'], priority: 4 },
  {
    debugName: 'parts',
    name: (id, context) => partOf(id, (each) => context.getModuleInfo(each)),
    priority: 3,
  },
  {
    debugName: 'signed-out',
    name: (id, context) => outsideOf(id, (each) => context.getModuleInfo(each)),
    priority: 2,
  },
  {
    debugName: 'signed-in',
    name: (id, context) => sharedOf(id, (each) => context.getModuleInfo(each)),
    priority: 1,
  },
  {
    debugName: 'screens',
    name: (id, context) => screenOf(id, (each) => context.getModuleInfo(each)),
    priority: 0,
    includeDependenciesRecursively: false,
  },
];
