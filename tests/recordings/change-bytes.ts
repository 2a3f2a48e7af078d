/** Keeps the first part of a file, as when a device loses power, or a transfer its connection. */
export function cutOff(part: number) {
  return (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length * part));
}

/** Writes zeros from one part of a file to another, as a file system leaves blocks that were never written. */
export function zeros(from: number, to: number) {
  return (bytes: Buffer): Buffer =>
    Buffer.from(bytes).fill(0, Math.floor(bytes.length * from), Math.floor(bytes.length * to));
}

/** Writes other bytes from one part of a file to another, the same in each run. */
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

/** Removes a part of the file. */
export function missing(from: number, to: number) {
  return (bytes: Buffer): Buffer =>
    Buffer.concat([bytes.subarray(0, Math.floor(bytes.length * from)), bytes.subarray(Math.floor(bytes.length * to))]);
}

/** Adds bytes before, or after, those of a recording. */
export function before(more: Uint8Array) {
  return (bytes: Buffer): Buffer => Buffer.concat([more, bytes]);
}

export function after(more: Uint8Array) {
  return (bytes: Buffer): Buffer => Buffer.concat([bytes, more]);
}

/** Replaces the first matching bytes by others of the same length. */
export function replaced(what: string, by: string) {
  return (bytes: Buffer): Buffer => {
    const changed = Buffer.from(bytes);
    for (let at = changed.indexOf(what, 0, 'latin1'); at >= 0; at = changed.indexOf(what, at + by.length, 'latin1')) {
      changed.write(by, at, 'latin1');
    }
    return changed;
  };
}
