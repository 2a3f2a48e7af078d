import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const api = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

// For tests only: in what ships every wait is as long as it says.
const timersDividedBy = Number(process.env.TIMERS_DIVIDED_BY ?? 1);

export default defineConfig({
  define: { __TIMERS_DIVIDED_BY__: String(timersDividedBy) },
  plugins: [
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      manifest: false,
      injectRegister: false,
      registerType: 'prompt',
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,woff2,svg,webmanifest}', 'icons/*.png'],
        // One chunk format that a service worker of every supported browser understands.
        rollupFormat: 'iife',
      },
    }),
  ],
  build: {
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: false,
    // A start from the device pays for every file: what each start needs is one.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'entry', tags: ['$initial'] }] } } },
  },
  server: { host: '127.0.0.1', proxy: { '/api': api } },
});
