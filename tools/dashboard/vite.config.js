// `npm run build:dashboard` writes dist/dashboard, which the server sends.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export default defineConfig({
  root: here('src/dashboard'),
  publicDir: here('src/dashboard/public'),
  cacheDir: here('node_modules/.vite/dashboard'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: here('dist/dashboard'),
    emptyOutDir: true,
    target: 'es2023',
    // The page's policy allows scripts and styles from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
