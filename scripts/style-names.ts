/** What a style sheet gives names to, and which names it takes from others. */
export interface StyleNames {
  /** Of its own selectors; where it is a CSS module, to be used by the code. */
  classes: Set<string>;
  /** `composes`: classes of this sheet, and of others by the address that stands there. */
  composed: { name: string; from: string | undefined }[];
  /** Custom properties that it sets. */
  set: Set<string>;
  /** Custom properties that it reads, those with a value of their own for want of another left out. */
  read: Set<string>;
  /** All that it reads. */
  mentioned: Set<string>;
}

export function readStyleNames(css: string): StyleNames {
  // Neither words in comments nor those in quotes are names; where a class is composed from is read before.
  const composed = [...css.replaceAll(comment, '').matchAll(composes)].flatMap(([, names = '', from]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => ({ name, from })),
  );
  const text = css.replaceAll(comment, '').replaceAll(quoted, '""');
  const selectors = [...text.matchAll(prelude)].map(([, selector = '']) => selector.trim());
  const own = selectors.filter((selector) => !selector.startsWith('@')).map((each) => each.replaceAll(global, ''));
  return {
    classes: namesIn(own.join(' '), /\.(-?[A-Za-z_][\w-]*)/g),
    composed,
    set: namesIn(text, /(?:^|[;{\s])(--[\w-]+)\s*:/g),
    read: namesIn(text, /var\(\s*(--[\w-]+)\s*\)/g),
    mentioned: namesIn(text, /var\(\s*(--[\w-]+)/g),
  };
}

const comment = /\/\*[\s\S]*?\*\//g;
const quoted = /"[^"]*"|'[^']*'/g;
const prelude = /(?:^|[{};])([^{};]+)(?=\{)/g;
const global = /:global\([^)]*\)/g;
const composes = /composes:\s*([\w\s-]+?)(?:\s+from\s+["']([^"']+)["'])?\s*;/g;

function namesIn(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map(([, name = '']) => name));
}
