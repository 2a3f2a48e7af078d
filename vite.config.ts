import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import manifest from './package.json' with { type: 'json' };
import { compiledAtOncePlugin } from './scripts/compiled-at-once.ts';
import { firstPaintPlugin } from './scripts/first-paint.ts';
import { gregorianOnlyPlugin } from './scripts/gregorian-only.ts';
import { joinedIconsPlugin } from './scripts/joined-icons.ts';
import { licencesPlugins } from './scripts/licences.ts';
import { pagePartsPlugin } from './scripts/page-parts.ts';
import { partGroups } from './scripts/part-groups.ts';
import { precompressPlugin } from './scripts/precompress.ts';
import { styleScale } from './scripts/style-scale.ts';
import { throughFacesPlugin } from './scripts/through-faces.ts';
import { withoutSummariesPlugin } from './scripts/without-summaries.ts';
import { media } from './src/ui/base/media.ts';

const api = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

// For tests only: the shipped build does not shorten waits.
const timersDividedBy = Number(process.env.TIMERS_DIVIDED_BY ?? 1);

// A preload link for every part of a screen costs a slow device 20 ms, and gains nothing where the device has the
// parts. The parts needed at a start are linked in the page (`page-parts.ts`).
const isStyle = (part: string) => part.endsWith('.css');
const licences = licencesPlugins();

export default defineConfig({
  define: { __TIMERS_DIVIDED_BY__: String(timersDividedBy), __APP_VERSION__: JSON.stringify(manifest.version) },
  plugins: [
    throughFacesPlugin(),
    withoutSummariesPlugin(),
    gregorianOnlyPlugin(),
    joinedIconsPlugin(),
    react(),
    licences.page,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      manifest: false,
      injectRegister: false,
      registerType: 'prompt',
      injectManifest: {
        // The system fetches the other icons and the screenshots itself, when it installs the app.
        globPatterns: ['**/*.{js,css,html,woff2,svg,webmanifest}', 'icons/any-192.png'],
        // One chunk format that a service worker of every supported browser understands.
        rollupFormat: 'iife',
        buildPlugins: { vite: [licences.worker] },
      },
    }),
    pagePartsPlugin(),
    firstPaintPlugin(),
    // Parts needed at every start.
    compiledAtOncePlugin(['index', 'signed-in', 'signed-out', 'sign-in', 'store']),
    precompressPlugin(),
  ],
  css: { postcss: { plugins: [styleScale(readFileSync('src/app/styles/scale.css', 'utf8'), media)] } },
  build: {
    target: 'es2022',
    sourcemap: false,
    modulePreload: {
      resolveDependencies: (_, parts, { hostType }) => (hostType === 'js' ? parts.filter(isStyle) : parts),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Each file adds to the time of a start from the device, so parts that always load together are one file.
        codeSplitting: {
          groups: partGroups,
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': api, '/s/': api } },
});
