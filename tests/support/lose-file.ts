/**
 * Makes a file lose its bytes while a page still holds it: after the first `readable` reads every further one fails.
 */
export function loseFile<T extends Blob>(blob: T, readable = 0): T {
  const fail = () => Promise.reject(new DOMException('A requested file could not be found', 'NotFoundError'));
  const slice = (start = 0, end = blob.size, type?: string) => {
    const part = Blob.prototype.slice.call(blob, start, end, type);
    return end <= readable ? part : loseFile(part, Math.max(0, readable - start));
  };
  // Not enumerable, so that a clone of the file, as a channel makes it, does not have them.
  const methods = { slice, arrayBuffer: fail, text: fail };
  return Object.defineProperties(
    blob,
    Object.fromEntries(Object.entries(methods).map(([name, value]) => [name, { value, configurable: true }])),
  );
}
