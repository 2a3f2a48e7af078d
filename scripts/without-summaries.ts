import type { Plugin } from 'vite';

/** Leaves the summaries of the calls out of the page: only the server's own description of them (OpenAPI) has a use for them. */
export function withoutSummariesPlugin(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/[\w-]+-calls\.ts$/ },
      handler: (code) => ({ code: withoutSummaries(code), map: null }),
    },
  };
}

/** The source of a table of calls with empty summaries: the type of a call goes on naming them. */
export function withoutSummaries(code: string): string {
  return code.replace(/\bsummary: '[^'\n]*'/g, "summary: ''");
}
