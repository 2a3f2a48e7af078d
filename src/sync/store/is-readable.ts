const stepBytes = 1024 * 1024;

/** Whether the bytes can still be read: a failed request does not tell a lost connection from a file that is gone. */
export async function isReadable(blob: Blob): Promise<boolean> {
  try {
    await blob.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Whether every byte can be read, as after a fault of the disk, which rarely begins with the first one. */
export async function isWhollyReadable(blob: Blob): Promise<boolean> {
  try {
    for (let at = 0; at < blob.size; at += stepBytes) await blob.slice(at, at + stepBytes).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
