import type { Plugin } from 'vite';

const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * Makes the browser compile these chunks as a whole, in a separate thread while the page is being loaded. Compiled
 * lazily, function by function, they would block the page for a quarter of a slow device's start. Chromium heeds the
 * hint at the head of a file (explicit compile hints, from 136 on); to other browsers it is a comment.
 */
export function compiledAtOncePlugin(names: readonly string[]): Plugin {
  const wanted = new Set(names);
  return {
    name: 'compiled-at-once',
    apply: 'build',
    generateBundle: {
      // After the bundler has put its list of chunks at the head of the file.
      order: 'post',
      handler(_, bundle) {
        for (const part of Object.values(bundle))
          if (part.type === 'chunk' && wanted.delete(part.name)) part.code = hint + part.code;
        if (wanted.size > 0) this.error(`No chunk is called ${[...wanted].join(', ')}`);
      },
    },
  };
}
