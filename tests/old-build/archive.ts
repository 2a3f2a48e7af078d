import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { constants, zstdCompressSync } from 'node:zlib';

/** Packs a stopped server's data folder. */
export async function packFolder(folder: string): Promise<Buffer> {
  const { stdout } = await promisify(execFile)('tar', ['--format=ustar', '--sort=name', '-C', folder, '-c', '.'], {
    encoding: 'buffer',
    maxBuffer: 2 ** 30,
  });
  // The window spans the three databases of a cluster, which are much the same.
  const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 27 };
  return zstdCompressSync(stdout, { params });
}
