/** Whether the bytes can still be read: a failed request does not tell a lost connection from a file that is gone. */
export async function isReadable(blob: Blob): Promise<boolean> {
  try {
    await blob.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Reads it to its end: a browser does not tell a lost connection from bytes that break off. */
export async function isWholeReadable(blob: Blob): Promise<boolean> {
  try {
    for (let at = 0; at < blob.size; at += pieceBytes) await blob.slice(at, at + pieceBytes).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

const pieceBytes = 1024 * 1024;
