/** Names that a style sheet defines, and those that it uses. */
export interface StyleNames {
  /** Classes in its own selectors; those of a CSS module are for the code. */
  classes: Set<string>;
  /** `composes`: classes of this sheet, or of another one by its address (`from`). */
  composed: { name: string; from: string | undefined }[];
  /** Custom properties that it sets. */
  set: Set<string>;
  /** Custom properties that it reads without a fallback value. */
  read: Set<string>;
  /** All custom properties that it reads. */
  mentioned: Set<string>;
}

export function readStyleNames(css: string): StyleNames {
  // Words in comments and in quotes are not names; the addresses of `composes` are read before quotes are removed.
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
