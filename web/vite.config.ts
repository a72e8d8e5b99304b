import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// In development the page is served by vite, and everything under /api by a running `grognard serve`.
const server = process.env.GROGNARD ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  // The page may lie under a path of somebody's proxy: it names everything from where it lies itself.
  base: './',
  build: { target: 'es2022', assetsInlineLimit: 0 },
  // One worker that reads each module once: a third of the time of a worker a file.
  test: { include: ['src/**/*.test.ts'], pool: 'threads', isolate: false, fileParallelism: false, unstubGlobals: true },
  server: { proxy: { '/api': { target: server, ws: true } } },
});
