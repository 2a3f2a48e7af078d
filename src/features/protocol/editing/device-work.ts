import * as z from 'zod/mini';
import { parseJson } from '#src/sync/index.ts';

/**
 * What a person typed and did not save, as localStorage keeps it under a name of its own. What is there and cannot be read,
 * being broken or of another version of the app, counts as none. It is still the person's: it is put aside, under
 * `aside:{name}:{milliseconds}`, before anything takes its place.
 */
export function deviceWork<Work>(schema: z.ZodMiniType<Work>) {
  function parsed(text: string): Work | undefined {
    return z.safeParse(schema, parseJson(text)).data;
  }

  /** Throws where the device has no room for it. */
  function moveAside(name: string): void {
    const text = localStorage.getItem(name);
    if (text !== null && parsed(text) === undefined) localStorage.setItem(`aside:${name}:${Date.now()}`, text);
  }

  return {
    read(name: string): Work | undefined {
      const text = localStorage.getItem(name);
      return text === null ? undefined : parsed(text);
    },

    /** Returns false where the device has no room for it. */
    write(name: string, work: Work): boolean {
      try {
        moveAside(name);
        localStorage.setItem(name, JSON.stringify(work));
        return true;
      } catch {
        return false;
      }
    },

    remove(name: string): void {
      try {
        moveAside(name);
        localStorage.removeItem(name);
      } catch {
        // It stays where it is: there is no room for it elsewhere.
      }
    },
  };
}
