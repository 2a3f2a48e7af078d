/** The first part of a file: what is left where a device lost its power, or a transfer its line. */
export function cutOff(part: number) {
  return (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length * part));
}

/** Zeros from one part of a file to another: what a file system leaves of blocks that were never written. */
export function zeros(from: number, to: number) {
  return (bytes: Buffer): Buffer =>
    Buffer.from(bytes).fill(0, Math.floor(bytes.length * from), Math.floor(bytes.length * to));
}

/** Other bytes from one part of a file to another, the same in each run. */
export function garbage(from: number, to: number) {
  return (bytes: Buffer): Buffer => {
    const changed = Buffer.from(bytes);
    const end = Math.floor(bytes.length * to);
    for (let at = Math.floor(bytes.length * from), seed = 7; at < end; at += 1) {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      changed[at] = seed >> 16;
    }
    return changed;
  };
}

/** A part of the file is not there at all. */
export function missing(from: number, to: number) {
  return (bytes: Buffer): Buffer =>
    Buffer.concat([bytes.subarray(0, Math.floor(bytes.length * from)), bytes.subarray(Math.floor(bytes.length * to))]);
}

/** Something before, or after, the bytes of a recording. */
export function before(more: Uint8Array) {
  return (bytes: Buffer): Buffer => Buffer.concat([more, bytes]);
}

export function after(more: Uint8Array) {
  return (bytes: Buffer): Buffer => Buffer.concat([bytes, more]);
}

/** Other bytes of the same length in place of the first ones that match. */
export function replaced(what: string, by: string) {
  return (bytes: Buffer): Buffer => {
    const changed = Buffer.from(bytes);
    for (let at = changed.indexOf(what, 0, 'latin1'); at >= 0; at = changed.indexOf(what, at + by.length, 'latin1')) {
      changed.write(by, at, 'latin1');
    }
    return changed;
  };
}
