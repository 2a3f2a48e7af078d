import { createServer, type Plugin, type Rolldown } from 'vite';

const source = '/src/app/first-paint.tsx';
const root = '<div id="root">';

/**
 * Writes what the page shows before any script has come into the page itself, rendered from the components of the app.
 * React replaces it by its first commit; `head.js` says whether it is shown.
 */
export function firstPaintPlugin(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const markup = await render();
        checkClasses(markup, bundle);
        if (!html.includes(root)) throw new Error(`The page has no ${root}`);
        return html.replace(root, `$&${markup}`);
      },
    },
  };
}

async function render(): Promise<string> {
  const server = await createServer({
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    logLevel: 'error',
  });
  try {
    const { firstPaint } = await server.ssrLoadModule(source);
    return firstPaint();
  } finally {
    await server.close();
  }
}

/** The server of `render` and the build name the classes of modules each by themselves: the names must be the same. */
function checkClasses(markup: string, bundle: Rolldown.OutputBundle): void {
  const styles = Object.values(bundle).flatMap((part) =>
    part.type === 'asset' && part.fileName.endsWith('.css') ? [String(part.source)] : [],
  );
  for (const [, name] of markup.matchAll(/class="([^"]+)"/g))
    if (!styles.some((style) => style.includes(`.${name}`))) throw new Error(`${source}: no style has .${name}`);
}
