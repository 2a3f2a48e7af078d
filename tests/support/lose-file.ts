/** Makes a file one that a page still holds when its bytes are gone: after the first `readable` ones every read fails. */
export function loseFile<T extends Blob>(blob: T, readable = 0): T {
  const fail = () => Promise.reject(new DOMException('A requested file could not be found', 'NotFoundError'));
  const slice = (start = 0, end = blob.size, type?: string) => {
    const part = Blob.prototype.slice.call(blob, start, end, type);
    return end <= readable ? part : loseFile(part, Math.max(0, readable - start));
  };
  // Not enumerable: a clone of the file, as a channel makes it, leaves them behind.
  const methods = { slice, arrayBuffer: fail, text: fail };
  return Object.defineProperties(
    blob,
    Object.fromEntries(Object.entries(methods).map(([name, value]) => [name, { value, configurable: true }])),
  );
}
