import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Extensions of text files: a font or a picture is already compressed and would only grow. */
const texts = new Set(['.css', '.html', '.js', '.json', '.svg', '.webmanifest']);
/** Minimum bytes: anything smaller fits into the one packet that is sent anyway. */
const minBytes = 1024;

/**
 * Lays a brotli and a gzip beside each text of the build, as small as they get; the server only chooses. Gzip is for a
 * network without TLS, where browsers ask for no brotli.
 */
export function precompressPlugin(): Plugin {
  let output: string | undefined;
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir }) {
      output = dir;
    },
    // After the service worker, which is built last.
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (output) await compressFolder(output);
      },
    },
  };
}

async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && texts.has(extname(entry.name)));
  await Promise.all(files.map(({ parentPath, name }) => compressFile(join(parentPath, name))));
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < minBytes) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [small, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, gzipped)]);
}
