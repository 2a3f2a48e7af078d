import type { Plugin } from 'vite';

/** Removes the summaries of the calls from the bundle: only the server's description of them (OpenAPI) uses them. */
export function withoutSummariesPlugin(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/(?:[\w-]+\/)*[\w-]+-calls\.ts$/ },
      handler: (code) => ({ code: withoutSummaries(code), map: null }),
    },
  };
}

/** Returns the source of a table of calls with empty summaries, since the type of a call requires one. */
export function withoutSummaries(code: string): string {
  return code.replace(/\bsummary: '[^'\n]*'/g, "summary: ''");
}
