import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isCutOff } from './cut-off.ts';
import { boxesOf, encryptedTracks } from './mov-boxes.ts';

const { signal } = new AbortController();
const box = (name: string, length = 8) => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(length);
  bytes.write(name, 4, 'latin1');
  return bytes;
};

describe('a file of many parts', () => {
  let folder: string;
  let file: FileHandle | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'protokol-boxes-'));
  });
  afterEach(async () => {
    await file?.close();
    await rm(folder, { recursive: true });
  });
  const opened = async (...pieces: Buffer[]) => {
    const path = join(folder, 'file');
    await writeFile(path, Buffer.concat(pieces));
    file = await open(path);
    return file;
  };

  test('the index and the end of all boxes are found', async () => {
    const some = await opened(box('ftyp'), box('moov'), box('mdat', 100));
    expect(await boxesOf(some, 24, signal)).toEqual({ index: { at: 8, end: 16 }, end: 116 });
    expect(await isCutOff('mov', some, 24, signal)).toBe(true);
  });

  test('finds which of the tracks is encrypted', async () => {
    const track = (name: string) => [box('trak', 32), Buffer.from('....stsd............'), Buffer.from(name)];
    const title = [box('udta', 20), Buffer.from('enca of sinf')];
    const some = await opened(box('moov', 92), ...track('avc1'), ...title, ...track('enca'));
    expect(await encryptedTracks(some, 92, signal)).toEqual(new Set([1]));
  });

  test('an implausible number of boxes gives no end of the file', async () => {
    const tiny = Buffer.alloc(101 * 8, box('free'));
    const many = await opened(box('moov'), tiny, box('mdat', 100));
    expect(await boxesOf(many, tiny.length + 16, signal, 100)).toEqual({ index: { at: 0, end: 8 }, end: 0 });
  });

  test('the search is cancelled', async () => {
    const tiny = Buffer.alloc(80, box('free'));
    const some = await opened(tiny);
    const cancelled = AbortSignal.abort(new Error('cancelled'));
    await expect(isCutOff('mov', some, tiny.length, cancelled)).rejects.toThrow('cancelled');
    await expect(isCutOff('avi', some, tiny.length, cancelled)).rejects.toThrow('cancelled');
  });
});
