import type { Plugin } from 'vite';

const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * Has the browser compile these chunks whole, in a thread of its own while the page is being read: function by function,
 * when each is first called, it would hold up the page for a quarter of a slow device's start. Chromium heeds the hint
 * (explicit compile hints, from 136 on) at the head of a file; to others it is a comment.
 */
export function compiledAtOncePlugin(names: readonly string[]): Plugin {
  const wanted = new Set(names);
  return {
    name: 'compiled-at-once',
    apply: 'build',
    generateBundle: {
      // After the list of parts that the bundler puts first.
      order: 'post',
      handler(_, bundle) {
        for (const part of Object.values(bundle))
          if (part.type === 'chunk' && wanted.delete(part.name)) part.code = hint + part.code;
        if (wanted.size > 0) this.error(`No chunk is called ${[...wanted].join(', ')}`);
      },
    },
  };
}
