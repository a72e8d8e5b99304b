import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// In development the page is served by vite, and everything under /api by a running `grognard serve`.
const server = process.env.GROGNARD ?? 'http://127.0.0.1:8080';

// What is fetched later brings its styles along in its script.
const named = [...readFileSync(new URL('src/parts.ts', import.meta.url), 'utf8').matchAll(/part\('([^']+)'/g)].map(([, name]) => `/src/${name}.svelte`);
const isLate = (file: string) => /\/src\/(desk|report|sheet)\/|\/SeatCard\.svelte$/.test(file) || named.some((name) => file.endsWith(name));

export default defineConfig({
  plugins: [svelte({ dynamicCompileOptions: ({ filename }) => (isLate(filename) ? { css: 'injected' } : undefined) })],
  // The page may lie under a path of a proxy: it names everything from where it lies itself.
  base: './',
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // What several parts need comes with the page: a part that is fetched later is one file, and can be fetched again under
    // another address (`src/common/patiently.svelte.ts`), which the list of parts gives.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } } },
    cssCodeSplit: false,
    manifest: 'parts.json',
    modulePreload: { polyfill: false, resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []) },
  },
  // One worker that reads each module once: a third of the time of a worker a file.
  test: { include: ['src/**/*.test.ts'], pool: 'threads', isolate: false, fileParallelism: false, unstubGlobals: true },
  server: { proxy: { '/api': { target: server, ws: true } } },
});
