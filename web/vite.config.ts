import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Lays pressed copies beside the files, which the server sends to browsers that can read them. */
function pressed(): Plugin {
  return {
    name: 'filon-pressed',
    apply: 'build',
    async writeBundle({ dir = '.' }, bundle) {
      for (const name of Object.keys(bundle).filter((each) => /\.(js|css|html|svg)$/.test(each))) {
        const data = await readFile(join(dir, name));
        await writeFile(join(dir, `${name}.br`), brotliCompressSync(data));
        await writeFile(join(dir, `${name}.gz`), gzipSync(data, { level: 9 }));
      }
    },
  };
}

/** Puts the names of the built files into the service worker, so that it keeps exactly this version. */
function serviceWorker(): Plugin {
  return {
    name: 'filon-service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) =>
        /^assets\/.*\.(js|css|woff2|svg|png|jpg)$/.test(name),
      );
      const version = files
        .join('|')
        .split('')
        .reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 7);
      const source = readFileSync(new URL('./src/sw.js', import.meta.url), 'utf8')
        .replace('__FILES__', JSON.stringify(files.map((name) => `/${name}`)))
        .replace('__VERSION__', JSON.stringify((version >>> 0).toString(36)));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

const gameNames = readdirSync(new URL('./src/lib/games', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** Words of one game only. */
const ofGame = new RegExp(`messages/(${gameNames.join('|')})_`);

/** Words of pages that nobody needs to play. */
const afterwards = /messages\/(coach|daily|record)_/;

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/lib/paraglide',
      strategy: ['baseLocale'],
      // Messages no longer there are not in the index either; a folder that is never empty lets builds run side by side.
      cleanOutdir: false,
    }),
    svelte(),
    serviceWorker(),
    pressed(),
  ],
  resolve: { alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) } },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  build: {
    target: 'es2022',
    // Inlined images would need `data:` sources; a preload helper is all the module system needs to add.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Otherwise whatever several pages share is a file of its own, with headers longer than itself.
          groups: [
            {
              name: 'common',
              minShareCount: 3,
              test: (id) =>
                !/lib\/(coach|games|play|replay|table)\//.test(id) &&
                !ofGame.test(id) &&
                !afterwards.test(id),
            },
            // Courses and rankings are drawn when a game is over, and not before.
            { name: 'play', minShareCount: 3, test: /lib\/(play|table)\/(?!course|ranking)/ },
          ],
        },
      },
    },
  },
  test: { include: ['tests/**/*.test.ts'] },
});
